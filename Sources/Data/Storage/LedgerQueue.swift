import Payments
import Reactor
import Synchronization

/// Jobs that wait for a connection's thread: bounded, in the order they came, and none of their callers waits longer than `waitLimit`.
///
/// A disk may stall without an error, and then the thread hangs in the kernel, where nothing can end it. So another looks after the callers: one
/// task, which sleeps until the oldest of them has waited long enough. A job that is answered in time costs a look at the clock.
final class LedgerQueue: Sendable {
    /// How long a caller waits for its answer. Longer than the wait for a lock that another program holds on the file (`SQLiteLedger.Options`), so
    /// that such a lock is told as what it is.
    static let waitLimit: Duration = .seconds(10)

    enum Addition {
        /// The thread sleeps: wake it.
        case wake
        case queued
        case refused(LedgerError)
    }

    /// What the jobs are: it decides what is true of one that was begun and has no end.
    enum Access: String, Sendable {
        case read, write
    }

    private struct State {
        var waiting: [any LedgerJob] = []
        /// What was taken last; done at the latest when the next is taken.
        var begun: [any LedgerJob] = []
        var isThreadAwake = false
        var isWatched = false
        var isClosed = false
    }

    private let access: Access
    private let file: String
    private let maximum: Int
    private let waitLimit: Duration
    private let state = Mutex(State())

    init(_ access: Access, file: String, maximum: Int, waitLimit: Duration) {
        self.access = access
        self.file = file
        self.maximum = maximum
        self.waitLimit = waitLimit
    }

    /// Queues `body`, calls `wake` if the thread sleeps, and waits for the answer.
    func submit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageFault) -> Value, wake: () -> Void
    ) async throws(LedgerError) -> Value {
        let deadline = MonotonicTime.now.advanced(by: waitLimit)
        let result = await withCheckedContinuation { continuation in
            let job = TypedJob(deadline: deadline, body, continuation)
            switch add(job) {
            case .wake: wake()
            case .queued: break
            case .refused(let error): job.finish(failing: error)
            }
        }
        return try result.get()
    }

    func add(_ job: any LedgerJob) -> Addition {
        let (addition, wantsWatch) = state.withLock { state -> (Addition, Bool) in
            if state.isClosed { return (.refused(.closed), false) }
            guard state.waiting.count < maximum else { return (.refused(.overloaded), false) }
            state.waiting.append(job)
            defer { (state.isThreadAwake, state.isWatched) = (true, true) }
            return (state.isThreadAwake ? .queued : .wake, !state.isWatched)
        }
        if wantsWatch { watch() }
        return addition
    }

    /// The next jobs, at most `limit`; those taken before are done. An empty answer lets the thread sleep until it is woken.
    func take(_ limit: Int) -> [any LedgerJob] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(batch.count)
            state.begun = batch
            if batch.isEmpty { state.isThreadAwake = false }
            return batch
        }
    }

    /// How many wait.
    var count: Int { state.withLock { $0.waiting.count } }

    func close() {
        state.withLock { $0.isClosed = true }
    }

    // MARK: Waiting too long

    private func watch() {
        Task {
            // Nobody cancels this task.
            while let pause = expire(at: .now) { try? await Task.sleep(for: pause) }
        }
    }

    /// Answers those who have waited too long, and takes out what was not begun; tells how long the next may still wait, nil when there is none.
    private func expire(at moment: MonotonicTime) -> Duration? {
        let (unbegun, begun, next) = state.withLock { state in
            let unbegun = Array(state.waiting.prefix { $0.deadline <= moment })
            state.waiting.removeFirst(unbegun.count)
            let begun = state.begun.filter { $0.deadline <= moment }
            state.begun.removeAll { $0.deadline <= moment }
            let next = (state.begun.first ?? state.waiting.first)?.deadline
            state.isWatched = next != nil
            return (unbegun, begun, next)
        }
        for job in begun { job.finish(failing: unfinished) }
        for job in unbegun { job.finish(failing: .unavailable("\(file): a \(access) was not begun within \(waitLimit): those before it hang")) }
        return next.map { moment.duration(to: $0) }
    }

    private var unfinished: LedgerError {
        let text = "\(file): a \(access) was begun and did not end within \(waitLimit): the disk hangs"
        return switch access {
        case .read: .unavailable(text)
        case .write: .unanswered(text)
        }
    }
}
