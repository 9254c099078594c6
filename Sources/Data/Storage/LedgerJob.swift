import Payments
import Reactor
import Synchronization

/// Work that waits for the connection's thread, whatever its answer's type. Its caller is answered once: what comes second goes unheard.
protocol LedgerJob: Sendable {
    /// When its caller waits no longer.
    var deadline: MonotonicTime { get }

    /// Does the work; answers why it could not.
    func run(on connection: Connection) -> StorageFault?

    /// Tells the caller what `run` brought; after the commit, if there is one.
    func finish(file: String)

    /// Tells the caller that there is nothing.
    func finish(failing error: LedgerError)
}

/// A job with an answer.
final class TypedJob<Value: Sendable>: LedgerJob {
    typealias Continuation = CheckedContinuation<Result<Value, LedgerError>, Never>

    private struct State {
        /// Nil once the caller is answered.
        var caller: Continuation?
        var result: Result<Value, StorageFault>?
    }

    let deadline: MonotonicTime
    private let body: @Sendable (Connection) throws(StorageFault) -> Value
    private let state: Mutex<State>

    init(deadline: MonotonicTime, _ body: @escaping @Sendable (Connection) throws(StorageFault) -> Value, _ caller: Continuation) {
        self.deadline = deadline
        self.body = body
        state = Mutex(State(caller: caller))
    }

    func run(on connection: Connection) -> StorageFault? {
        do {
            let value = try body(connection)
            state.withLock { $0.result = .success(value) }
            return nil
        } catch {
            state.withLock { $0.result = .failure(error) }
            return error
        }
    }

    func finish(file: String) {
        switch state.withLock({ $0.result }) {
        case .success(let value): answer(.success(value))
        case .failure(let fault): answer(.failure(fault.ledgerError(file: file)))
        case nil: answer(.failure(.closed))
        }
    }

    func finish(failing error: LedgerError) {
        answer(.failure(error))
    }

    private func answer(_ result: Result<Value, LedgerError>) {
        let caller = state.withLock { state in
            defer { state.caller = nil }
            return state.caller
        }
        caller?.resume(returning: result)
    }
}
