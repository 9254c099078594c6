/// The part of a loop that only its thread may touch.
final class LoopCore {
    let poller: Poller
    var timers = TimerHeap()
    var jobs = JobQueue()
    /// The jobs being run; kept for its room.
    var batch: [Job] = []
    private(set) var isClosed = false

    init(poller: Poller) {
        self.poller = poller
    }

    /// Rounded up, so that the loop does not turn idly through the last fraction of a millisecond.
    var millisecondsToNextTimer: Int32 {
        guard let due = timers.earliest else { return -1 }
        let now = MonotonicTime.now
        guard due > now else { return 0 }
        return Int32(clamping: (due.nanoseconds - now.nanoseconds).dividedRoundingUp(by: 1_000_000))
    }

    func fireTimers() {
        guard timers.count > 0 else { return }
        let now = MonotonicTime.now
        while let timer = timers.popDue(at: now) { timer.action(true) }
    }

    /// Cancels what waits. What is asked of a closed core afterwards fails at once.
    func close() {
        isClosed = true
        for timer in timers.removeAll() { timer.action(false) }
        for source in poller.sources { source.loopClosed() }
    }
}

extension UInt64 {
    fileprivate func dividedRoundingUp(by divisor: UInt64) -> UInt64 {
        self / divisor + (self % divisor == 0 ? 0 : 1)
    }
}
