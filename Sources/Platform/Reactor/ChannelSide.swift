/// One direction of a `Channel`: whether it is ready, and who waits until it is.
///
/// `@unchecked`: belongs to the channel's loop, as the channel does.
final class ChannelSide: @unchecked Sendable {
    /// How a wait ended.
    enum Wakeup {
        case ready
        case timedOut
        case cancelled
        case closed
        case failed(SystemError)
    }

    /// Who waits. A closure costs a connection that says nothing for long less memory than a task.
    private enum Waiter {
        case task(UnsafeContinuation<Wakeup, Never>)
        case work((StreamSocket.Wakeup) -> Void)
    }

    /// True from an edge until a call found that it would block. To be asked before a call that could only find that out again.
    var isReady = true
    /// When the wait that goes on is over.
    private(set) var deadline: MonotonicTime?
    private var waiter: Waiter?
    /// Counts the waits, to tell this one from a later one when a cancellation comes late.
    private var waits: UInt64 = 0

    /// Whether anybody waits.
    var isWaiting: Bool {
        if case nil = waiter { return false }
        return true
    }

    func nextWait() -> UInt64 {
        precondition(!isWaiting, "two wait for one side of a socket")
        waits += 1
        return waits
    }

    func park(_ task: UnsafeContinuation<Wakeup, Never>, until deadline: MonotonicTime?) {
        precondition(!isWaiting, "two wait for one side of a socket")
        waiter = .task(task)
        self.deadline = deadline
    }

    func park(_ work: @escaping (StreamSocket.Wakeup) -> Void, until deadline: MonotonicTime?) {
        precondition(!isWaiting, "two wait for one side of a socket")
        waiter = .work(work)
        self.deadline = deadline
    }

    func becameReady() {
        isReady = true
        resume(.ready)
    }

    func cancel(wait: UInt64) {
        guard waits == wait else { return }
        resume(.cancelled)
    }

    /// Ends the wait, if there is one.
    func resume(_ wakeup: Wakeup) {
        guard let waiter = waiter.take() else { return }
        deadline = nil
        switch waiter {
        case .task(let task): task.resume(returning: wakeup)
        case .work(let work): work(StreamSocket.Wakeup(wakeup))
        }
    }
}
