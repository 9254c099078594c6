import Synchronization

/// How an attempt to deliver ended, for those who wait for it.
enum DeliveryConclusion: Hashable, Sendable {
    /// The merchant store answered 200, now or earlier, and that is on record.
    case accepted
    /// It did not.
    case notAccepted
    /// It did not this time, but it had before: the callback stays DELIVERED.
    case notAcceptedAgain
    /// Nobody can say yet: the ledger could not commit, no turn came free, or the service is stopping.
    case unavailable
}

/// What is being handled for one callback: at most one flight is under way for an identity, and whoever comes meanwhile joins it.
struct DeliveryFlight: Sendable {
    /// Ends when the callback is committed; nil when it was on record before the flight began.
    let admission: Task<CallbackCommit, Never>?
    /// Ends when the attempt is concluded.
    let conclusion: Task<DeliveryConclusion, Never>
    /// Keeps trying to record an attempt that the ledger could not take.
    var keeper: Task<Void, Never>?
}

/// How the commit of a received callback ended.
enum CallbackCommit: Sendable {
    /// It is on record. With `hasTurn` the flight holds a turn of `DeliverySlots`.
    case committed(ReceivedCallback, hasTurn: Bool)
    case failed(LedgerError)
}

/// The register of flights. Tasks are made and entered under one lock, so that two equal callbacks cannot both start one.
final class DeliveryFlights: Sendable {
    /// What became of a request for a flight.
    enum Boarding: Sendable {
        case started(DeliveryFlight)
        case joined(DeliveryFlight)
        /// The service is stopping, or too many are under way.
        case refused
    }

    private struct State {
        var flights: [CallbackIdentity: DeliveryFlight] = [:]
        var isClosed = false
        var onEmpty: [CheckedContinuation<Void, Never>] = []

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { onEmpty = [] }
            return onEmpty
        }
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Joins the flight of this identity, or starts the one that `make` makes. `make` runs under the lock: it may only create tasks.
    func board(_ identity: CallbackIdentity, _ make: () -> DeliveryFlight) -> Boarding {
        state.withLock { state in
            if let flight = state.flights[identity] { return .joined(flight) }
            guard !state.isClosed, state.flights.count < maximum else { return .refused }
            let flight = make()
            state.flights[identity] = flight
            return .started(flight)
        }
    }

    /// Keeps a flight in the register until `keeper` has recorded its attempt.
    func keep(_ identity: CallbackIdentity, _ keeper: Task<Void, Never>) {
        let isClosed = state.withLock { state in
            state.flights[identity]?.keeper = keeper
            return state.isClosed
        }
        if isClosed { keeper.cancel() }
    }

    /// Takes a flight that has ended out of the register.
    func land(_ identity: CallbackIdentity) {
        let waiters = state.withLock { state in
            state.flights[identity] = nil
            return state.flights.isEmpty ? state.takeWaiters() : []
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until no flight is under way.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.flights.isEmpty { state.onEmpty.append(continuation) }
                return state.flights.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// Lets no new flight start.
    func refuseNew() {
        state.withLock { $0.isClosed = true }
    }

    /// Lets no new flight start, hurries the keepers, and waits until all have landed, but no longer than `limit`; what is still under way then is
    /// cancelled and counts as cut short.
    func close(within limit: Duration, clock: any GatewayClock) async {
        refuseNew()
        let keepers = state.withLock { state in state.flights.values.compactMap(\.keeper) }
        for keeper in keepers { keeper.cancel() }
        let alarm = Task {
            do { try await clock.sleep(for: limit) } catch { return }
            self.cancelAll()
        }
        await untilEmpty()
        alarm.cancel()
    }

    private func cancelAll() {
        let (flights, waiters) = state.withLock { state in (Array(state.flights.values), state.takeWaiters()) }
        for flight in flights {
            flight.admission?.cancel()
            flight.conclusion.cancel()
        }
        for waiter in waiters { waiter.resume() }
    }
}
