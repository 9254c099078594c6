import Synchronization

/// Use case: reads cards at the terminals of this machine, and keeps them, for a while and in memory alone, behind ids that can be charged once.
///
/// A read belongs to the merchant that started it, and a merchant has the terminals that the rules give it; everything else looks as if it did not
/// exist. One card is waited for at a terminal, by a read or by a payment.
///
/// An ended read stays visible for `TerminalRules.remembrance`, ten minutes; one that succeeded first for its lifetime in which it can be charged,
/// five minutes, and then for the ten. Its card is wiped when it is charged, at the end of its lifetime, and when the service stops.
public final class TerminalService: Sendable {
    struct State {
        var book: ReadBook
        var payments = PaymentTaps()
        var ageing: Ageing?
        var isStopping = false
    }

    let rules: TerminalRules
    let ports: TerminalPorts
    let hub: TerminalEventHub
    let state: Mutex<State>
    private let pump: Task<Void, Never>

    /// A cancelled tap leaves between two commands to its card: so long its canceller waits for that, so that the terminal is free when it hears back.
    static let departureLimit: Duration = .seconds(2)

    /// Makes the service; it listens to the driver's events from now on.
    public init(rules: TerminalRules, ports: TerminalPorts) {
        self.rules = rules
        self.ports = ports
        state = Mutex(State(book: ReadBook(rules: rules)))
        let hub = TerminalEventHub(rules: rules)
        self.hub = hub
        let events = ports.driver.events()
        pump = Task { [clock = ports.clock] in
            for await event in events { hub.publish(event, at: clock.now()) }
        }
    }

    deinit {
        pump.cancel()
        hub.close()
    }

    /// The terminals that a merchant may use, and what keeps terminals from being found.
    public func terminals(of merchant: MerchantID) async -> TerminalListing {
        await ports.driver.listing().filtered { rules.terminals($0, merchant) }
    }

    /// A terminal that the merchant may use and that is attached; nil when there is none of that id.
    public func terminal(_ id: TerminalID, of merchant: MerchantID) async -> Terminal? {
        guard rules.terminals(id, merchant) else { return nil }
        return await ports.driver.listing().terminals.first { $0.id == id }
    }

    /// Begins to wait for a card at a terminal, for at most `timeout`, and answers the read that waits.
    public func startRead(
        at terminal: TerminalID, timeout: Duration, for merchant: MerchantID
    ) async throws(StartReadError) -> TerminalRead {
        guard await self.terminal(terminal, of: merchant) != nil else { throw .noSuchTerminal }
        let now = ports.clock.now()
        let id = ReadID(ulid: ports.identifiers.next(at: now))
        let entered = state.withLock { state in
            Result { () throws(StartReadError) -> ReadBook.Entry in
                guard !state.isStopping else { throw .stopping }
                return try state.book.start(id, at: terminal, for: merchant)
            }
        }
        let started = try entered.get()
        ports.observe(.started(id, terminal, merchant))
        hub.publish(TerminalEvent(kind: .readStarted, terminal: terminal, read: id, at: now), to: merchant)
        begin(started, timeout)
        return started.read
    }

    /// A merchant's read at a terminal; nil when it has none of that id there. Waits for its end, but not beyond `limit` or the caller's cancellation.
    public func read(_ id: ReadID, at terminal: TerminalID, of merchant: MerchantID, waitingAtMost limit: Duration) async -> TerminalRead? {
        guard let entry = entry(id, at: terminal, of: merchant) else { return nil }
        await entry.end.wait(atMost: limit, clock: ports.clock)
        return (self.entry(id, at: terminal, of: merchant) ?? entry).read
    }

    /// Gives a read up and answers it; one that has ended stays as it is. Nil when the merchant has none of that id at the terminal.
    ///
    /// When this returns the terminal is free again, unless its card keeps silent.
    public func cancelRead(_ id: ReadID, at terminal: TerminalID, of merchant: MerchantID) async -> TerminalRead? {
        guard let entry = entry(id, at: terminal, of: merchant) else { return nil }
        end(id, with: .cancelled)
        await entry.departure.wait(atMost: Self.departureLimit, clock: ports.clock)
        return (self.entry(id, at: terminal, of: merchant) ?? entry).read
    }

    /// What happens at a merchant's terminals and to its reads from now on. A listener that falls behind loses the oldest events. The stream ends
    /// when the service stops; nil when there are too many listeners.
    public func events(of merchant: MerchantID) -> AsyncStream<TerminalEvent>? {
        hub.events(of: merchant)
    }

    /// Ends all waits, reads and streams, and wipes all cards. Nothing can be started after it; the driver is its owner's to close.
    public func stop() async {
        cancelPaymentTaps()
        let unended = state.withLock { state in
            state.isStopping = true
            return state.book.unended
        }
        for id in unended { end(id, with: .cancelled) }
        let ageing = state.withLock { state in
            for id in state.book.entries.keys { _ = state.book.update(id) { $0.wipe() } }
            defer { state.ageing = nil }
            return state.ageing
        }
        ageing?.task.cancel()
        pump.cancel()
        hub.close()
    }
}

// How a read goes.
extension TerminalService {
    private func entry(_ id: ReadID, at terminal: TerminalID, of merchant: MerchantID) -> ReadBook.Entry? {
        state.withLock { $0.book.entry(id, at: terminal, of: merchant) }
    }

    private func begin(_ started: ReadBook.Entry, _ timeout: Duration) {
        let tap = Task {
            let outcome = await ports.driver.tap(at: started.terminal, within: timeout) { self.cardCame(for: started.id) }
            state.withLock { $0.book.vacate(started.terminal) }
            end(started.id, with: outcome)
            started.departure.open()
        }
        let hasEnded = state.withLock { state in
            state.book.update(started.id) { entry in
                guard !entry.status.isEnd else { return true }
                entry.tap = tap
                return false
            } ?? true
        }
        // Somebody may have ended it before there was a task to cancel.
        if hasEnded { tap.cancel() }
    }

    private func cardCame(for id: ReadID) {
        state.withLock { state in
            _ = state.book.update(id) { $0.status = $0.status.after(.cardCame) }
        }
    }

    /// Ends a read unless it has ended, tells everybody, and lets it age.
    private func end(_ id: ReadID, with outcome: TapOutcome) {
        let now = ports.clock.now()
        guard let ended = state.withLock({ $0.book.end(id, with: outcome, at: now) }) else { return }
        ended.tap?.cancel()
        ports.observe(.ended(id, ended.terminal, ended.status, code: ended.fault?.code))
        let kind: TerminalEvent.Kind = ended.status == .succeeded ? .readSucceeded : .readFailed
        hub.publish(TerminalEvent(kind: kind, terminal: ended.terminal, read: id, at: now), to: ended.merchant)
        ended.end.open()
        if let moment = ended.nextAge { age(by: moment) }
    }
}
