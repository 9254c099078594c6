import CLinux

/// A task that waits for a connection.
struct ReceptionGuest {
    typealias Arrival = Result<StreamSocket, SocketError>

    let ticket: UInt64
    let waiter: UnsafeContinuation<Arrival, Never>
}

/// Where one loop gets its connections.
struct ReceptionDesk {
    let loop: EventLoop
    let token: Poller.Token
    /// Who waits for a connection; empty while connections wait for a guest.
    var guests: [ReceptionGuest] = []
    var arrived: [StreamSocket] = []
    var budget = TurnBudget()

    /// Answers a connection that was waiting for a guest, or else lets the guest wait.
    mutating func serve(_ guest: ReceptionGuest) -> StreamSocket? {
        guard arrived.isEmpty else { return arrived.removeFirst() }
        guests.append(guest)
        return nil
    }

    func dismissAll() {
        for guest in guests { guest.waiter.resume(returning: .failure(.closed)) }
        for socket in arrived { socket.close() }
    }
}

/// The books of a `Reception`; it keeps them under its lock.
struct ReceptionState {
    /// How many connections may wait at one desk: enough for a loop that is late in a burst to get its share. More wait in the kernel.
    static let deskCapacity = 128
    /// How many connections are taken at a time, for the lock keeps other loops out meanwhile.
    static let batchSize = 16

    /// -1 once closed.
    var descriptor: Int32
    var desks: [ReceptionDesk] = []
    /// The desk that is first among those with equally many sockets: the one behind the last that got a connection.
    private var turn = 0
    private var lastTicket: UInt64 = 0
    /// The kernel may hold connections of which no further edge will tell.
    private var mayHoldMore = true
    /// Why nothing can be accepted any more.
    private var failure: SystemError?
    var isBackingOff = false
    /// Connections wait for which there is no room.
    var isFull = false
    /// Since connections had to wait there have always been some left.
    private var isShort = false
    /// How many sockets the loops that accept may have open together.
    let capacity: Int

    init(descriptor: Int32, capacity: Int) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Whether the loops have room for another socket.
    var hasRoom: Bool { desks.reduce(0) { $0 + $1.loop.openSockets } < capacity }

    mutating func issueTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    /// Whether `loop` has had its share of this turn.
    mutating func takeTurn(on loop: EventLoop) -> Bool {
        guard let desk = desks.firstIndex(where: { $0.loop === loop }) else { return false }
        return desks[desk].budget.isExceeded(in: loop.core.turn)
    }

    /// The desk of `loop`, which is opened at its first accept.
    mutating func desk(for loop: EventLoop, of reception: Reception) throws(SocketError) -> Int {
        guard !loop.core.isClosed else { throw .closed }
        let index = desks.firstIndex { $0.loop === loop }
        guard descriptor >= 0 else {
            // What came before the end is still handed over.
            guard let index, !desks[index].arrived.isEmpty else { throw .closed }
            return index
        }
        if let failure { throw .system(failure) }
        if let index { return index }
        let events = EPOLLIN.rawValue | EPOLLET.rawValue | EPOLLEXCLUSIVE.rawValue
        do {
            let token = try loop.core.poller.add(descriptor, events: events, source: Reception.Window(reception, on: loop))
            desks.append(ReceptionDesk(loop: loop, token: token))
            return desks.count - 1
        } catch {
            throw .system(error)
        }
    }

    mutating func remove(_ ticket: UInt64) -> ReceptionGuest? {
        for desk in desks.indices {
            if let place = desks[desk].guests.firstIndex(where: { $0.ticket == ticket }) { return desks[desk].guests.remove(at: place) }
        }
        return nil
    }

    /// Whether `deal` can go on.
    var canDeal: Bool {
        descriptor >= 0 && failure == nil && mayHoldMore && !isBackingOff && !isFull
            && desks.contains { $0.arrived.count < ReceptionState.deskCapacity }
    }

    /// Takes a batch of connections. Answers whom to tell, which is done without the lock.
    mutating func deal(taking accepting: any AcceptCall) -> [(ReceptionGuest, ReceptionGuest.Arrival)] {
        var served: [(ReceptionGuest, ReceptionGuest.Arrival)] = []
        guard descriptor >= 0, failure == nil, !isBackingOff, !isFull else { return served }
        mayHoldMore = true
        for _ in 0..<ReceptionState.batchSize {
            guard let desk = nextDesk() else { break }
            guard hasRoom else {
                isFull = SocketDescriptor.isReadable(descriptor)
                mayHoldMore = isFull
                return served
            }
            switch accepting(descriptor) {
            case .connection(let connection, let peer):
                turn = desk + 1
                let socket = StreamSocket(Channel(connection, on: desks[desk].loop), peer: peer)
                if desks[desk].guests.isEmpty {
                    desks[desk].arrived.append(socket)
                } else {
                    served.append((desks[desk].guests.removeFirst(), .success(socket)))
                }
            case .lost: continue
            case .none:
                mayHoldMore = false
                return served
            case .exhausted:
                isBackingOff = true
                return served
            case .broken(let error):
                failure = error
                for desk in desks.indices {
                    served += desks[desk].guests.map { ($0, .failure(.system(error))) }
                    desks[desk].guests = []
                }
                return served
            }
        }
        return served
    }

    /// Takes all connections that there are, at the end of the listening.
    mutating func dealAll(taking accepting: any AcceptCall) -> [(ReceptionGuest, ReceptionGuest.Arrival)] {
        var served: [(ReceptionGuest, ReceptionGuest.Arrival)] = []
        isBackingOff = false
        isFull = false
        mayHoldMore = true
        while canDeal { served += deal(taking: accepting) }
        return served
    }

    /// What a deal changed; `wasWaiting`: whether connections had to wait already when it began.
    mutating func change(from wasWaiting: Bool) -> AcceptingChange? {
        if isFull || isBackingOff {
            isShort = true
            return wasWaiting ? nil : isFull ? .full : .exhausted
        }
        // Only when all who waited are there.
        guard isShort, !mayHoldMore else { return nil }
        isShort = false
        return .resumed
    }

    /// Of the desks with room, the one whose loop has the fewest sockets; among equals they take turns.
    private func nextDesk() -> Int? {
        var best: Int?
        for offset in desks.indices {
            let index = (turn + offset) % desks.count
            guard desks[index].arrived.count < ReceptionState.deskCapacity else { continue }
            if let current = best, desks[current].loop.openSockets <= desks[index].loop.openSockets { continue }
            best = index
        }
        return best
    }
}
