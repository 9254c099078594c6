import CLinux
import Glibc
import Synchronization

/// What the loops that accept from one listener share: its descriptor, and a desk for each loop.
final class Reception: Sendable {
    /// How long no connection is taken after the system ran out of descriptors or memory.
    private static let backOff = Duration.milliseconds(100)

    private let state: Mutex<ReceptionState>
    private let accepting: any AcceptCall
    /// Hears why connections have to wait, and that they need not any more.
    private let teller: ChangeTeller
    /// Connections wait for room. Beside the books, so that whoever closes a socket can ask without a lock.
    private let wantsRoom = Atomic(false)

    /// Owns `descriptor` from now on.
    init(_ descriptor: Int32, accepting: any AcceptCall, capacity: Int = .max, note: @escaping @Sendable (AcceptingChange) -> Void = { _ in }) {
        state = Mutex(ReceptionState(descriptor: descriptor, capacity: capacity))
        self.accepting = accepting
        teller = ChangeTeller(note)
    }

    /// How many tasks wait for a connection.
    var waitingCount: Int {
        state.withLock { state in state.desks.reduce(0) { $0 + $1.guests.count } }
    }

    /// On `loop`.
    func accept(on loop: EventLoop) async throws(SocketError) -> StreamSocket {
        let (ticket, mustPause) = state.withLock { ($0.issueTicket(), $0.takeTurn(on: loop)) }
        // Or a flood of connections would keep the loop from serving any.
        if mustPause { await loop.nextTurn() }
        let arrival = await withTaskCancellationHandler {
            await withUnsafeContinuation { admit(ReceptionGuest(ticket: ticket, waiter: $0), on: loop) }
        } onCancel: {
            dismiss(ticket)
        }
        return try arrival.get()
    }

    func close() {
        let (descriptor, served, desks) = state.withLock { state in
            let descriptor = state.descriptor
            // A connection that the kernel has made is reset if nobody takes it, and its request may be here already.
            let served = state.dealAll(taking: accepting)
            state.descriptor = -1
            defer { for desk in state.desks.indices { state.desks[desk].guests = [] } }
            return (descriptor, served, state.desks)
        }
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        for (guest, arrival) in served { guest.waiter.resume(returning: arrival) }
        for desk in desks {
            for guest in desk.guests { guest.waiter.resume(returning: .failure(.closed)) }
            desk.loop.execute { [loop = desk.loop, token = desk.token] in loop.core.poller.forget(token) }
        }
    }

    /// There may be room again. From any thread; costs next to nothing while nobody waits for it.
    func roomChanged() {
        guard wantsRoom.load(ordering: .sequentiallyConsistent), wantsRoom.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let loop = state.withLock { state in
            state.isFull = false
            return state.desks.first?.loop
        }
        loop?.execute { [loop] in if let loop { self.deal(on: loop) } }
    }
}

extension Reception {
    private func admit(_ guest: ReceptionGuest, on loop: EventLoop) {
        do {
            let (socket, canDeal) = try state.withLock { state throws(SocketError) in
                let desk = try state.desk(for: loop, of: self)
                let socket = state.desks[desk].serve(guest)
                return (socket, state.canDeal)
            }
            if let socket { guest.waiter.resume(returning: .success(socket)) }
            if canDeal { deal(on: loop) }
            // A cancellation that came before the guest was at the desk did not find it there.
            if socket == nil, Task.isCancelled { dismiss(guest.ticket) }
        } catch {
            guest.waiter.resume(returning: .failure(error))
        }
    }

    /// Takes what connections there are and room for. On `loop`, which is any of those that accept.
    private func deal(on loop: EventLoop) {
        // Its successor deals.
        guard !loop.core.isClosed else { return }
        let (served, next, change) = state.withLock { state in
            let wasWaiting = state.isFull || state.isBackingOff
            let served = state.deal(taking: accepting)
            let change = state.change(from: wasWaiting)
            if wasWaiting { return (served, Next.none, change) }
            if state.isFull { return (served, .waitForRoom, change) }
            if state.isBackingOff { return (served, .backOff, change) }
            return (served, state.canDeal ? .goOn : .none, change)
        }
        for (guest, arrival) in served { guest.waiter.resume(returning: arrival) }
        switch next {
        case .none: break
        case .goOn: loop.execute { self.deal(on: loop) }
        case .backOff: loop.schedule(after: Reception.backOff) { self.endBackOff(on: loop) }
        case .waitForRoom:
            wantsRoom.store(true, ordering: .sequentiallyConsistent)
            // A socket that closed just before that told nobody.
            if state.withLock({ $0.hasRoom }) { roomChanged() }
        }
        if let change { teller.tell(change) }
    }

    /// What follows a batch.
    private enum Next {
        case none
        case goOn
        case backOff
        case waitForRoom
    }

    private func endBackOff(on loop: EventLoop) {
        state.withLock { $0.isBackingOff = false }
        deal(on: loop)
    }

    private func dismiss(_ ticket: UInt64) {
        let guest = state.withLock { $0.remove(ticket) }
        guest?.waiter.resume(returning: .failure(.cancelled))
    }

    /// Gives up the desk of a loop that shuts down, and lets another loop do what this one may have been about to.
    private func closeDesk(of loop: EventLoop) {
        let (desk, successor) = state.withLock { state in
            state.isBackingOff = false
            state.isFull = false
            let index = state.desks.firstIndex { $0.loop === loop }
            return (index.map { state.desks.remove(at: $0) }, state.desks.first?.loop)
        }
        guard let desk else { return }
        loop.core.poller.forget(desk.token)
        desk.dismissAll()
        if let successor { successor.execute { self.deal(on: successor) } }
    }

    /// The listening descriptor, as one loop watches it.
    final class Window: ReadinessSource {
        private let loop: EventLoop
        private let reception: Reception

        init(_ reception: Reception, on loop: EventLoop) {
            self.loop = loop
            self.reception = reception
        }

        func becameReady(_ readiness: Readiness) {
            reception.deal(on: loop)
        }

        func loopClosed() {
            reception.closeDesk(of: loop)
        }
    }
}
