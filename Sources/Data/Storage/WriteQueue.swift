import Payments
import Synchronization

/// A write that waits for its transaction, whatever its answer's type.
protocol Write: Sendable {
    /// Does the work inside the transaction; answers why it could not.
    func run(on connection: Connection) -> StorageFault?

    /// After the commit: tells the caller what `run` brought.
    func finish(file: String)

    /// Tells the caller that nothing was written.
    func finish(failing error: LedgerError)
}

/// A write with an answer.
final class TypedWrite<Value: Sendable>: Write {
    typealias Continuation = CheckedContinuation<Result<Value, LedgerError>, Never>

    private let body: @Sendable (Connection) throws(StorageFault) -> Value
    private let continuation: Continuation
    private let result = Mutex<Result<Value, StorageFault>?>(nil)

    init(_ body: @escaping @Sendable (Connection) throws(StorageFault) -> Value, _ continuation: Continuation) {
        self.body = body
        self.continuation = continuation
    }

    func run(on connection: Connection) -> StorageFault? {
        do {
            let value = try body(connection)
            result.withLock { $0 = .success(value) }
            return nil
        } catch {
            result.withLock { $0 = .failure(error) }
            return error
        }
    }

    func finish(file: String) {
        switch result.withLock({ $0 }) {
        case .success(let value): continuation.resume(returning: .success(value))
        case .failure(let fault): continuation.resume(returning: .failure(fault.ledgerError(file: file)))
        case nil: continuation.resume(returning: .failure(.closed))
        }
    }

    func finish(failing error: LedgerError) {
        continuation.resume(returning: .failure(error))
    }
}

/// Writes that wait for the writer: bounded, in the order they came.
final class WriteQueue: Sendable {
    enum Addition {
        /// The writer sleeps: wake it.
        case wake
        case queued
        case refused(LedgerError)
    }

    private struct State {
        var waiting: [any Write] = []
        var isWriterAwake = false
        var isClosed = false
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    func add(_ write: any Write) -> Addition {
        state.withLock { state in
            if state.isClosed { return .refused(.closed) }
            guard state.waiting.count < maximum else { return .refused(.overloaded) }
            state.waiting.append(write)
            defer { state.isWriterAwake = true }
            return state.isWriterAwake ? .queued : .wake
        }
    }

    /// The next writes, at most `limit`. An empty answer lets the writer sleep until it is woken.
    func take(_ limit: Int) -> [any Write] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(batch.count)
            if batch.isEmpty { state.isWriterAwake = false }
            return batch
        }
    }

    var count: Int { state.withLock { $0.waiting.count } }

    func close() {
        state.withLock { $0.isClosed = true }
    }
}
