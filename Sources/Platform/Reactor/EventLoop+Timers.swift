extension EventLoop {
    /// Runs `work` once, `after` from now. On the loop only. The closure is dropped when the loop shuts down first.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        let timer = LoopTimer(loop: self) { isDue in
            if isDue { work() }
        }
        if !core.isClosed { core.timers.set(timer, due: .now.advanced(by: delay)) }
        return timer
    }

    /// Waits; wakes at once, with the error, when the task is cancelled or the loop shuts down. From any task.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        let nap = Nap(on: self)
        let sleptToTheEnd = await perform {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { nap.begin($0, for: duration) }
            } onCancel: {
                execute { nap.end(atItsTime: false) }
            }
        }
        guard sleptToTheEnd else { throw CancellationError() }
    }
}

/// One wait of one task.
///
/// `@unchecked`: its state is touched on its loop only; other threads merely carry the reference there.
private final class Nap: @unchecked Sendable {
    private let loop: EventLoop
    private var sleeper: UnsafeContinuation<Bool, Never>?
    private var timer: LoopTimer?

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func begin(_ continuation: UnsafeContinuation<Bool, Never>, for duration: Duration) {
        let core = loop.core
        guard !Task.isCancelled, !core.isClosed else { return continuation.resume(returning: false) }
        sleeper = continuation
        let timer = LoopTimer(loop: loop) { isDue in self.end(atItsTime: isDue) }
        core.timers.set(timer, due: .now.advanced(by: duration))
        self.timer = timer
    }

    /// Wakes the task, unless it is awake.
    func end(atItsTime: Bool) {
        timer?.cancel()
        timer = nil
        sleeper?.resume(returning: atItsTime)
        sleeper = nil
    }
}
