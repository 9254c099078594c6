import CLinux
import Glibc

/// A non-blocking descriptor on its loop: who waits for it, until when, and its end.
///
/// Edge-triggered, and registered for both directions at the first wait: a connection costs one `epoll_ctl` in its life, and a wait none. That
/// needs memory of the edges: a side counts as ready from an edge until a call found that it would block, and only a side that is not ready waits.
///
/// `@unchecked`: everything but `init` and `deinit` happens on the loop; other threads merely carry the reference there.
final class Channel: @unchecked Sendable {
    let loop: EventLoop
    let reading = ChannelSide()
    let writing = ChannelSide()
    /// The descriptor, or -1 once it is closed.
    private(set) var descriptor: Int32
    /// The peer ended its side. From then on there may be no further edge, so that nothing but a call can say that a side is not ready.
    private(set) var peerHasEnded = false
    /// This side ended its stream.
    private(set) var writesAreShut = false
    private var budget = TurnBudget()
    /// When the timer is due, if it is set. Every wait asks that, and should not have to look at the timer for it.
    private var alarm: MonotonicTime?
    /// One timer for all waits. A wait that ends leaves it set, and the next one finds it set early enough: a time-out for every read costs
    /// nothing as long as none comes true. It goes away when the channel is closed.
    private var timer: LoopTimer?
    private var token: Poller.Token?

    /// Owns `descriptor` from now on.
    init(_ descriptor: Int32, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
        loop.countSockets(by: 1)
    }

    deinit {
        // Where nobody ever waited: no loop knows it.
        closeDescriptor()
    }

    /// Whether calls may be made; false once this side closed it, or its loop.
    var isOpen: Bool { descriptor >= 0 && !loop.core.isClosed }

    /// Ends all waits with `.closed`, and closes the descriptor. Twice is as once. Whoever makes a channel sees to it that it is closed.
    func close() {
        if let token { loop.core.poller.forget(token) }
        if let timer { loop.core.timers.remove(timer) }
        token = nil
        timer = nil
        alarm = nil
        closeDescriptor()
        reading.resume(.closed)
        writing.resume(.closed)
    }

    /// Ends the stream to the peer; who waits to write gets `.closed`.
    func shutdownWrites() {
        guard descriptor >= 0, !writesAreShut else { return }
        writesAreShut = true
        shutdown(descriptor, Int32(SHUT_WR))
        writing.resume(.closed)
    }

    /// To be called before each operation: whether this channel has had its share of the loop's turn, and should wait for the next one.
    func countOperation() -> Bool {
        budget.isExceeded(in: loop.core.turn)
    }

    /// Waits until `side` is ready. One wait a side at a time.
    func wait(for side: ChannelSide, until deadline: MonotonicTime?) async -> ChannelSide.Wakeup {
        let wait = side.nextWait()
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { park($0, side, until: deadline) }
        } onCancel: {
            loop.execute { side.cancel(wait: wait) }
        }
    }

    /// As `wait`, but not ended by the task's cancellation, which costs more to listen for than all the rest of a wait.
    func waitUncancelled(for side: ChannelSide, until deadline: MonotonicTime?) async -> ChannelSide.Wakeup {
        _ = side.nextWait()
        return await withUnsafeContinuation { park($0, side, until: deadline) }
    }

    /// Runs `work` as soon as a read would not wait, or `deadline` is over, or the channel is closed; at once where that is so already.
    func whenReadable(until deadline: MonotonicTime?, _ work: @escaping (StreamSocket.Wakeup) -> Void) {
        _ = reading.nextWait()
        guard isOpen else { return work(.closed) }
        guard !reading.isReady else { return work(.readable) }
        do {
            try register()
        } catch {
            return work(.closed)
        }
        reading.park(work, until: deadline)
        if let deadline { setTimer(due: deadline) }
    }

    private func closeDescriptor() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        loop.countSockets(by: -1)
    }

    private func park(_ waiter: UnsafeContinuation<ChannelSide.Wakeup, Never>, _ side: ChannelSide, until deadline: MonotonicTime?) {
        guard isOpen else { return waiter.resume(returning: .closed) }
        guard !side.isReady else { return waiter.resume(returning: .ready) }
        guard !Task.isCancelled else { return waiter.resume(returning: .cancelled) }
        do {
            try register()
        } catch {
            return waiter.resume(returning: .failed(error))
        }
        side.park(waiter, until: deadline)
        if let deadline { setTimer(due: deadline) }
    }

    private func register() throws(SystemError) {
        guard token == nil else { return }
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        token = try loop.core.poller.add(descriptor, events: events, source: self)
    }

    private func setTimer(due: MonotonicTime) {
        if let alarm, alarm <= due { return }
        // Each holds the other until `close()`, which every owner of a channel calls. A weak reference would make whatever is counted of the channel
        // go by way of a table of its own.
        let timer = timer ?? LoopTimer(loop: loop) { [self] isDue in if isDue { expire() } }
        self.timer = timer
        alarm = due
        loop.core.timers.set(timer, due: due)
    }

    private func expire() {
        alarm = nil
        let now = MonotonicTime.now
        for side in [reading, writing] {
            guard let deadline = side.deadline else { continue }
            if deadline <= now { side.resume(.timedOut) } else { setTimer(due: deadline) }
        }
    }
}

extension Channel: ReadinessSource {
    func becameReady(_ readiness: Readiness) {
        if readiness.contains(.hangUp) || readiness.contains(.error) { peerHasEnded = true }
        if readiness.contains(.readable) { reading.becameReady() }
        if readiness.contains(.writable) { writing.becameReady() }
    }

    func loopClosed() {
        close()
    }
}
