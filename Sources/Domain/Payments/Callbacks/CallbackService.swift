public import Secrets
import Synchronization

/// Use case: takes the provider's callbacks, hands each to its merchant's store, and does not let go of one before it is accepted or dead.
///
/// A callback is committed before anything else happens with it; one attempt at a time is made for it, in a task of its own that a sender's hang-up
/// does not end; the schedule lives in the ledger alone.
public final class CallbackService: Sendable {
    let settings: CallbackSettings
    let ledger: any Ledger
    let store: any MerchantStore
    let clock: any GatewayClock
    let observer: any CallbackObserver
    let intake: CallbackIntake
    let delivery: CallbackDelivery
    let slots: DeliverySlots
    let flights: DeliveryFlights
    let alarm = ScheduleAlarm()
    private let verifier: any CallbackVerifier
    private let lifetime = Mutex(Lifetime())
    /// Whether the lifetime lets nobody in, for a look without its lock. Callbacks that are not genuine can be many, on all loops at once, and each
    /// would change the lock, though it changes nothing behind it.
    private let isFull: Atomic<Bool>

    private struct Lifetime {
        var handled = 0
        var isStopping = false
        var scheduler: Task<Void, Never>?
    }

    /// Makes the service; `start()` sets it going.
    public init(
        settings: CallbackSettings, ledger: any Ledger, verifier: any CallbackVerifier, store: any MerchantStore, clock: any GatewayClock,
        identifiers: any IdentifierSource, observer: any CallbackObserver
    ) {
        self.settings = settings
        self.ledger = ledger
        self.verifier = verifier
        self.store = store
        self.clock = clock
        self.observer = observer
        intake = CallbackIntake(ledger: ledger, clock: clock, identifiers: identifiers, observer: observer)
        delivery = CallbackDelivery(settings: settings, ledger: ledger, store: store, clock: clock, observer: observer, alarm: alarm)
        slots = DeliverySlots(limits: settings.deliveries, merchants: settings.merchants.count, clock: clock)
        flights = DeliveryFlights(maximum: settings.maximumHandled)
        isFull = Atomic(settings.maximumHandled < 1)
    }

    /// Makes the attempts due that a crash cut short, and starts the schedule. Call it once, before callbacks come in.
    public func start() async throws(LedgerError) {
        let moment = clock.now()
        let count = try await ledger.updateDeliveries(.interrupted) { $0.interrupt(at: moment) }
        if count > 0 { observer.observe(.resumed(count: count)) }
        let scheduler = Task { await self.alarm.run(clock: self.clock) { await self.startDueDeliveries() } }
        lifetime.withLock { $0.scheduler = scheduler }
    }

    /// Takes no more callbacks, starts no more attempts, and waits for those under way, but no longer than `limit`: what is cut short then is made
    /// again at the next start.
    public func stop(within limit: Duration) async {
        let scheduler = changeLifetime { lifetime in
            lifetime.isStopping = true
            return lifetime.scheduler
        }
        flights.refuseNew()
        alarm.end()
        await scheduler?.value
        await flights.close(within: limit, clock: clock)
    }

    /// Whether the path of a callback that names no payment leads anywhere. Texts that can be no ids are unknown, not faults.
    public func resolve(merchant: String?) -> CallbackPathResolution {
        guard let merchant else { return .known(.bare) }
        guard let merchantID = MerchantID(merchant), settings.merchants[merchantID] != nil else { return .unknown }
        return .known(CallbackPath(merchant: merchantID, payment: nil))
    }

    /// The same for a path that names a payment, which the ledger must know.
    public func resolve(merchant: String, payment: String) async -> CallbackPathResolution {
        guard case .known(let path) = resolve(merchant: merchant), let merchantID = path.merchant, let paymentID = PaymentID(payment) else {
            return .unknown
        }
        do {
            guard try await ledger.payment(paymentID, of: merchantID) != nil else { return .unknown }
            return .known(CallbackPath(merchant: merchantID, payment: paymentID))
        } catch {
            observer.observe(.ledgerFailed(error, during: .resolvingPath))
            return .unavailable(retryAfter: settings.retryAfter)
        }
    }

    /// Verifies a callback. One that is genuine still has to be taken, which waits for the ledger at least; any other has its outcome at once.
    ///
    /// - Parameter reporting: runs what tells the observer of a callback that is not taken, where the observer wants to hear of it.
    public func receive(
        body: SecretBytes, at path: CallbackPath, reporting: (() -> Void) -> Void = { $0() }
    ) -> CallbackReception {
        func report(_ event: CallbackEvent) {
            if observer.wants(event) { reporting { observer.observe(event) } }
        }
        guard !isFull.load(ordering: .relaxed) else {
            reportOverload(of: path.merchant, report)
            return .concluded(.unavailable(retryAfter: settings.retryAfter))
        }
        switch verifier.verify(body: body, merchant: path.merchant) {
        case .malformed(let message):
            report(.malformed(merchant: path.merchant, message: message))
            return .concluded(.malformed(message: message))
        case .refused(let reason):
            report(.refused(merchant: path.merchant, reason: reason))
            return .concluded(.invalidSignature)
        case .verified(let callback):
            return .genuine { await self.take(callback, at: path) }
        }
    }

    /// Takes a genuine callback: commits it, and has it delivered as far as its merchant's acknowledge mode asks for before answering.
    ///
    /// A repeat while the first is being delivered waits for that outcome. Cancelling the caller's task does not end a delivery.
    private func take(_ callback: VerifiedCallback, at path: CallbackPath) async -> CallbackOutcome {
        guard enter() else { return refusal(of: path.merchant) }
        defer { leave() }
        return await handle(callback, pathPayment: path.payment)
    }

    private func changeLifetime<Result: Sendable>(_ body: (inout Lifetime) -> Result) -> Result {
        lifetime.withLock { lifetime in
            defer { isFull.store(!mayEnter(lifetime), ordering: .relaxed) }
            return body(&lifetime)
        }
    }

    private func mayEnter(_ lifetime: borrowing Lifetime) -> Bool {
        !lifetime.isStopping && lifetime.handled < settings.maximumHandled
    }

    private func enter() -> Bool {
        changeLifetime { lifetime in
            guard mayEnter(lifetime) else { return false }
            lifetime.handled += 1
            return true
        }
    }

    /// What cannot be taken is too much at a time, or comes while the service stops, of which nobody need be warned.
    private func refusal(of merchant: MerchantID?) -> CallbackOutcome {
        reportOverload(of: merchant, observer.observe)
        return .unavailable(retryAfter: settings.retryAfter)
    }

    private func reportOverload(of merchant: MerchantID?, _ report: (CallbackEvent) -> Void) {
        if !lifetime.withLock({ $0.isStopping }) { report(.overloaded(merchant: merchant)) }
    }

    private func leave() {
        changeLifetime { $0.handled -= 1 }
    }

    private func handle(_ callback: VerifiedCallback, pathPayment: PaymentID?) async -> CallbackOutcome {
        guard store.hasAddress(callback.merchant) else {
            switch await commit(callback, pathPayment: pathPayment, start: .accepted) {
            case .success: return .accepted
            case .failure: return .unavailable(retryAfter: settings.retryAfter)
            }
        }
        let mode = settings.merchants[callback.merchant] ?? .merchant
        guard let flight = board(callback, pathPayment: pathPayment, mode: mode) else { return refusal(of: callback.merchant) }
        switch mode {
        case .merchant:
            return outcome(await flight.conclusion.value)
        case .stored:
            guard let admission = flight.admission else { return .accepted }
            if case .committed = await admission.value { return .accepted }
            return .unavailable(retryAfter: settings.retryAfter)
        }
    }

    private func outcome(_ conclusion: DeliveryConclusion) -> CallbackOutcome {
        switch conclusion {
        case .accepted, .notAcceptedAgain: .accepted
        case .notAccepted: .notAccepted
        case .unavailable: .unavailable(retryAfter: settings.retryAfter)
        }
    }

    /// Commits a callback; a failure is reported here.
    func commit(
        _ callback: VerifiedCallback, pathPayment: PaymentID?, start: CallbackIntake.Start
    ) async -> Result<ReceivedCallback, LedgerError> {
        do {
            return .success(try await intake.take(callback, pathPayment: pathPayment, start: start))
        } catch {
            observer.observe(.ledgerFailed(error, during: .receiving))
            return .failure(error)
        }
    }
}
