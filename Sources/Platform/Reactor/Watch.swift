import Glibc

/// A descriptor of somebody else (libcurl, libpq) that a loop watches, level-triggered: as long as it is ready, the closure runs once a turn.
///
/// Belongs to the loop's thread. The descriptor must be open until `cancel()`.
public final class Watch {
    /// The watched descriptor.
    public let descriptor: Int32

    private let loop: EventLoop
    /// Nil once the watch has ended, so that a closure which refers to its own watch does not keep both for ever.
    private var onReady: ((Readiness) -> Void)?
    private var token: Poller.Token?

    init(_ descriptor: Int32, for interest: Interest, loop: EventLoop, onReady: @escaping (Readiness) -> Void) throws(SystemError) {
        self.descriptor = descriptor
        self.loop = loop
        self.onReady = onReady
        let core = loop.core
        guard !core.isClosed else { throw SystemError(call: "watch", code: ECANCELED) }
        token = try core.poller.add(descriptor, events: interest.events, source: self)
    }

    /// Watches for something else from now on; `[]` pauses, though an error or a hang-up is still told.
    public func change(to interest: Interest) throws(SystemError) {
        guard let token else { return }
        try loop.core.poller.change(token, descriptor, events: interest.events)
    }

    /// Ends the watch; the closure will not run again. Twice is as once.
    public func cancel() {
        guard let token else { return }
        self.token = nil
        onReady = nil
        loop.core.poller.remove(token, descriptor)
    }
}

extension Watch: ReadinessSource {
    func becameReady(_ readiness: Readiness) {
        onReady?(readiness)
    }

    func loopClosed() {
        cancel()
    }
}

extension EventLoop {
    /// Runs `onReady` on the loop whenever `descriptor` is ready for what `interest` names, until the watch is cancelled or the loop shuts down.
    /// On the loop only. Fails if epoll does not take the descriptor, or with `ECANCELED` if the loop has shut down.
    public func watch(
        _ descriptor: Int32, for interest: Interest, _ onReady: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        try Watch(descriptor, for: interest, loop: self, onReady: onReady)
    }
}
