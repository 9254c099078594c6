extension EventLoop {
    /// Runs `work` once, `after` from now. On the loop only. The closure is dropped when the loop shuts down first.
    @discardableResult
    public func schedule(after: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        setTimer(after: after) { isDue in
            if isDue { work() }
        }
    }

    /// Waits; wakes at once, with the error, when the task is cancelled or the loop shuts down. From any task.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        guard isCurrent else {
            return try await withTaskExecutorPreference(self) { () async throws(CancellationError) in try await self.sleep(for: duration) }
        }
        let nap = Nap(loop: self)
        let sleptToTheEnd = await withTaskCancellationHandler {
            await withUnsafeContinuation { nap.begin($0, for: duration) }
        } onCancel: {
            execute { nap.end(false) }
        }
        guard sleptToTheEnd else { throw CancellationError() }
    }

    fileprivate func setTimer(after duration: Duration, _ action: @escaping (_ isDue: Bool) -> Void) -> LoopTimer {
        let core = core
        let timer = LoopTimer(loop: self, action: action)
        guard !core.isClosed else {
            action(false)
            return timer
        }
        core.timers.set(timer, due: .now.advanced(by: duration))
        return timer
    }
}

/// One wait of one task.
///
/// `@unchecked`: its state is touched on its loop only; other threads merely carry the reference there.
private final class Nap: @unchecked Sendable {
    private let loop: EventLoop
    private var sleeper: UnsafeContinuation<Bool, Never>?
    private var timer: LoopTimer?

    init(loop: EventLoop) {
        self.loop = loop
    }

    func begin(_ continuation: UnsafeContinuation<Bool, Never>, for duration: Duration) {
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        sleeper = continuation
        timer = loop.setTimer(after: duration) { isDue in self.end(isDue) }
    }

    func end(_ sleptToTheEnd: Bool) {
        timer?.cancel()
        timer = nil
        sleeper?.resume(returning: sleptToTheEnd)
        sleeper = nil
    }
}
