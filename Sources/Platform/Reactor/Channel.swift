import CLinux
import Glibc

/// A non-blocking descriptor on its loop: who waits for it, until when, and its end.
///
/// Edge-triggered, and registered for both directions at the first wait: a connection costs one `epoll_ctl` in its life, and a wait none. That
/// needs memory of the edges: a direction counts as ready from an edge until a call said otherwise, and only a direction that is not ready waits.
///
/// `@unchecked`: everything but `init` and `deinit` happens on the loop; other threads merely carry the reference there.
final class Channel: @unchecked Sendable {
    enum Side {
        case read
        case write
    }

    /// How a wait ended.
    enum Wakeup {
        case ready
        case timedOut
        case cancelled
        case closed
        case failed(SystemError)
    }

    private struct Direction {
        var isReady = true
        var waiter: UnsafeContinuation<Wakeup, Never>?
        var deadline: MonotonicTime?
        /// Tells this wait from later ones, for a cancellation that comes late.
        var wait: UInt64 = 0
    }

    let loop: EventLoop
    /// The descriptor, or -1 once it is closed.
    private(set) var descriptor: Int32
    /// The peer ended its side. From then on there may be no further edge, so that nothing but a call can say that a direction is not ready.
    private(set) var peerHasEnded = false
    /// This side ended its stream.
    var writesAreShut = false
    private var reading = Direction()
    private var writing = Direction()
    private var token: Poller.Token?
    /// One timer for all waits. A wait that ends leaves it set, and the next one finds it set early enough: a time-out for every read costs
    /// nothing as long as none comes true. It goes away with the channel.
    private var timer: LoopTimer?

    /// Owns `descriptor` from now on.
    init(_ descriptor: Int32, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
        loop.countSockets(by: 1)
    }

    /// Whether calls may be made; false once this side closed it, or its loop.
    var isOpen: Bool { descriptor >= 0 && !loop.core.isClosed }

    /// Ends all waits with `.closed`, and closes the descriptor. Twice is as once. On the loop.
    func close() {
        guard descriptor >= 0 else { return }
        if let token { loop.core.poller.forget(token) }
        timer?.cancel()
        timer = nil
        token = nil
        Glibc.close(descriptor)
        descriptor = -1
        loop.countSockets(by: -1)
        resume(.read, .closed)
        resume(.write, .closed)
    }

    deinit {
        // Nobody refers to it, so nobody waits and no loop knows it.
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        loop.countSockets(by: -1)
    }
}

extension Channel {
    /// To be asked before a call that would otherwise only find out that it would block.
    func isReady(_ side: Side) -> Bool {
        self[side].isReady
    }

    /// A call said that it would block, or took all there was.
    func exhausted(_ side: Side) {
        self[side].isReady = false
    }

    /// Waits until `side` is ready. On the loop, one wait a side at a time.
    func wait(for side: Side, until deadline: MonotonicTime?) async -> Wakeup {
        self[side].wait += 1
        let wait = self[side].wait
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { park($0, side, until: deadline) }
        } onCancel: {
            loop.execute {
                guard self[side].wait == wait else { return }
                self.resume(side, .cancelled)
            }
        }
    }

    private func park(_ waiter: UnsafeContinuation<Wakeup, Never>, _ side: Side, until deadline: MonotonicTime?) {
        precondition(self[side].waiter == nil, "two tasks wait for one side of a socket")
        guard isOpen else { return waiter.resume(returning: .closed) }
        guard !self[side].isReady else { return waiter.resume(returning: .ready) }
        guard !Task.isCancelled else { return waiter.resume(returning: .cancelled) }
        do {
            try register()
        } catch {
            return waiter.resume(returning: .failed(error))
        }
        self[side].waiter = waiter
        self[side].deadline = deadline
        if let deadline { setTimer(due: deadline) }
    }

    private func resume(_ side: Side, _ wakeup: Wakeup) {
        guard let waiter = self[side].waiter else { return }
        self[side].waiter = nil
        self[side].deadline = nil
        waiter.resume(returning: wakeup)
    }

    private func register() throws(SystemError) {
        guard token == nil else { return }
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        token = try loop.core.poller.add(descriptor, events: events, source: self)
    }

    private subscript(side: Side) -> Direction {
        _read {
            switch side {
            case .read: yield reading
            case .write: yield writing
            }
        }
        _modify {
            switch side {
            case .read: yield &reading
            case .write: yield &writing
            }
        }
    }
}

extension Channel {
    private func setTimer(due: MonotonicTime) {
        let timer = self.timer ?? LoopTimer(loop: loop) { [weak self] isDue in if isDue { self?.expire() } }
        self.timer = timer
        guard !timer.isSet || due < timer.due else { return }
        loop.core.timers.set(timer, due: due)
    }

    private func expire() {
        let now = MonotonicTime.now
        for side in [Side.read, .write] {
            guard let deadline = self[side].deadline else { continue }
            if deadline <= now { resume(side, .timedOut) } else { setTimer(due: deadline) }
        }
    }
}

extension Channel: ReadinessSource {
    func becameReady(_ readiness: Readiness) {
        if readiness.contains(.hangUp) || readiness.contains(.error) { peerHasEnded = true }
        if readiness.contains(.readable) {
            reading.isReady = true
            resume(.read, .ready)
        }
        if readiness.contains(.writable) {
            writing.isReady = true
            resume(.write, .ready)
        }
    }

    func loopClosed() {
        close()
    }
}
