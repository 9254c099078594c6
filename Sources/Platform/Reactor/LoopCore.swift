import Glibc

/// The part of a loop that only its thread may touch.
final class LoopCore {
    let poller: Poller
    var timers = TimerHeap()
    var jobs = JobQueue()
    /// The jobs being run; kept for its room.
    var batch: [Job] = []
    /// Counts how often epoll was asked.
    private(set) var turn: UInt64 = 0
    private(set) var isClosed = false
    /// Whether epoll had something to tell when last asked.
    private var hasFound = false
    /// From when epoll told something, the work for it included: who is busy does not ask on.
    private static let attention = MonotonicTime.Interval(.microseconds(60))
    /// Tasks that had their share of this turn.
    private var pausing: [UnsafeContinuation<Void, Never>] = []

    init(poller: Poller) {
        self.poller = poller
    }

    /// Whether there is nothing to do until a descriptor, a timer or another thread says so.
    var isIdle: Bool { jobs.isEmpty && pausing.isEmpty }

    /// Asks epoll, and lets those go on who paused until then.
    func poll(milliseconds: Int32) {
        if milliseconds == 0 || !findsSoon() { hasFound = poller.poll(milliseconds: milliseconds) }
        turn += 1
        endPauses()
    }

    /// Before it sleeps, a loop that has just found something asks on for a moment, letting go first who else wants the processor. To fall asleep and be
    /// woken takes a virtual machine some 40 µs of processor time: a client that asks again at once is answered three times as soon, for less.
    private func findsSoon() -> Bool {
        guard hasFound else { return false }
        let end = poller.lastWakeup.advanced(by: Self.attention)
        while poller.lastWakeup < end {
            sched_yield()
            if poller.poll(milliseconds: 0) { return true }
        }
        return false
    }

    func pause(_ task: UnsafeContinuation<Void, Never>) {
        guard !isClosed else {
            // There are no turns any more, and who pauses asks for another one.
            turn += 1
            return task.resume()
        }
        pausing.append(task)
    }

    private func endPauses() {
        guard !pausing.isEmpty else { return }
        let tasks = pausing
        pausing.removeAll(keepingCapacity: true)
        for task in tasks { task.resume() }
    }

    /// Rounded up, so that the loop does not turn idly through the last fraction of a millisecond.
    func millisecondsToNextTimer(from now: MonotonicTime) -> Int32 {
        guard let due = timers.earliest else { return -1 }
        guard due > now else { return 0 }
        return Int32(clamping: (due.nanoseconds - now.nanoseconds).dividedRoundingUp(by: 1_000_000))
    }

    func fireTimers(due now: MonotonicTime) {
        while let timer = timers.popDue(at: now) { timer.action(true) }
    }

    /// Cancels what waits. What is asked of a closed core afterwards fails at once.
    func close() {
        isClosed = true
        endPauses()
        for timer in timers.removeAll() { timer.action(false) }
        for source in poller.sources { source.loopClosed() }
    }
}

extension UInt64 {
    fileprivate func dividedRoundingUp(by divisor: UInt64) -> UInt64 {
        self / divisor + (self % divisor == 0 ? 0 : 1)
    }
}
