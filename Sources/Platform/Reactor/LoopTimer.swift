/// A closure that an `EventLoop` runs once, later. Made by `EventLoop.schedule(after:_:)`; belongs to the loop's thread.
public final class LoopTimer {
    static let unset = -1

    private let loop: EventLoop
    /// Runs when the timer is due, and with `false` when the loop shuts down before.
    let action: (_ isDue: Bool) -> Void
    /// Kept by `TimerHeap`.
    var place = LoopTimer.unset

    init(loop: EventLoop, action: @escaping (_ isDue: Bool) -> Void) {
        self.loop = loop
        self.action = action
    }

    /// Takes the closure back, unless it has run. On the loop only.
    public func cancel() {
        loop.core.timers.remove(self)
    }
}
