/// One direction of a `Channel`: whether it is ready, and which task waits until it is.
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

    /// True from an edge until a call found that it would block. To be asked before a call that could only find that out again.
    var isReady = true
    /// When the wait that goes on is over.
    private(set) var deadline: MonotonicTime?
    private var waiter: UnsafeContinuation<Wakeup, Never>?
    /// Counts the waits, to tell this one from a later one when a cancellation comes late.
    private var waits: UInt64 = 0

    /// Whether a task waits.
    var isWaiting: Bool { waiter != nil }

    func nextWait() -> UInt64 {
        precondition(waiter == nil, "two tasks wait for one side of a socket")
        waits += 1
        return waits
    }

    func park(_ waiter: UnsafeContinuation<Wakeup, Never>, until deadline: MonotonicTime?) {
        precondition(self.waiter == nil, "two tasks wait for one side of a socket")
        self.waiter = waiter
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
        guard let waiter else { return }
        self.waiter = nil
        deadline = nil
        waiter.resume(returning: wakeup)
    }
}
