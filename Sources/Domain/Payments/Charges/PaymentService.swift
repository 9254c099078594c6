import Secrets

/// Use case: takes payments, and answers what became of them.
public final class PaymentService: Sendable {
    private let rules: PaymentRules
    private let ports: PaymentPorts
    private let validator: PaymentValidator
    private let runner: ChargeRunner
    private let recorder: ResultRecorder
    private let gate: ChargeGate

    /// Makes the service; nothing runs until it is asked.
    public init(rules: PaymentRules, ports: PaymentPorts) {
        self.rules = rules
        self.ports = ports
        validator = PaymentValidator(checksLuhn: rules.checksLuhn)
        runner = ChargeRunner(ports: ports)
        gate = ChargeGate(maximum: rules.maximumInFlight)
        recorder = ResultRecorder(ports: ports, gate: gate)
    }

    /// Takes a payment request and answers by the one result contract. The draft's card data is wiped when this returns, whatever happens.
    ///
    /// - VALIDATION_ERROR: the request breaks our rules and no payment is on record under its `externalId`. Nothing is recorded.
    /// - CONFLICT: the `externalId` was used for a different request, or its first request is still running.
    /// - UNAVAILABLE: the ledger cannot record the intent, too many charges are in flight, or the service is stopping. Nothing was sent.
    /// - Else what the provider's answer means (`ChargeResult`), or, for a request that came before, the outcome on record.
    ///
    /// From the recorded intent on the charge runs to its end, whatever becomes of the caller's task.
    public func create(_ draft: PaymentDraft, for merchant: MerchantID) async -> PaymentOutcome {
        if let cause = gate.enter() {
            draft.wipe()
            return notTaken(cause, merchant)
        }
        // A task of its own: the caller's cancellation does not reach it.
        return await Task {
            defer { gate.leave() }
            return await take(draft, for: merchant)
        }.value
    }

    /// A merchant's payment; nil when it has none of that id.
    public func payment(_ id: PaymentID, of merchant: MerchantID) async throws(LedgerError) -> Payment? {
        try await ports.ledger.payment(id, of: merchant).map(asOfNow)
    }

    /// A merchant's payments, newest first.
    public func payments(_ query: PaymentQuery) async throws(LedgerError) -> Page<Payment> {
        let page = try await ports.ledger.payments(query)
        return Page(items: page.items.map(asOfNow), nextCursor: page.nextCursor)
    }

    /// What a form needs while someone types a card. Stores nothing; the draft stays the caller's to wipe.
    public func check(_ card: CardDraft) -> CardCheck {
        CardCheck(card, checksLuhn: rules.checksLuhn, at: ports.clock.now())
    }

    /// Makes UNKNOWN every payment whose process died before it recorded the end; answers how many. For start-up, and now and then.
    public func settleAbandoned() async throws(LedgerError) -> Int {
        let now = ports.clock.now()
        let count = try await ports.ledger.settleAbandoned(before: now) { [gate] payment in
            if !gate.holds(payment.id) { payment.settleIfAbandoned(at: now) }
        }
        if count > 0 { ports.observe(.settledAbandoned(count)) }
        return count
    }

    /// Takes on nothing more and waits until the charges in flight have ended and are recorded; answers how many have not within `limit`.
    public func stop(within limit: Duration) async -> Int {
        gate.close()
        await withTaskGroup(of: Void.self) { [gate, clock = ports.clock] group in
            group.addTask { await gate.emptied() }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return gate.inFlight
    }

    /// What may still be running is shown as it is; what was abandoned, as it will be settled.
    private func asOfNow(_ payment: Payment) -> Payment {
        (gate.holds(payment.id) ? payment : payment.settledIfAbandoned(at: ports.clock.now())).withoutRetryIfConfirmed
    }
}

// How a request goes through.
extension PaymentService {
    private func take(_ draft: PaymentDraft, for merchant: MerchantID) async -> PaymentOutcome {
        let now = ports.clock.now()
        let checked = Result { () throws(InvalidRequest) in try validator.validate(draft, at: now) }
        defer {
            draft.wipe()
            checked.request?.wipe()
        }
        guard let externalID = draft.externalID, IdentifierRule.externalID.accepts(externalID) else {
            // No payment can be on record under such a key: there is nothing to look up.
            return PaymentOutcome(.invalid(checked.errors))
        }
        let intake = PaymentIntake(
            merchant: merchant, fingerprint: RequestFingerprint.of(draft, digest: ports.digest), checked: checked,
            newID: PaymentID(ulid: ports.identifiers.next(at: now)), moment: now, deadline: now + rules.deadline, isInFlight: gate.holds)
        let admission: PaymentAdmission
        do {
            admission = try await ports.ledger.admit(merchant: merchant, externalID: externalID, decide: intake.decide)
        } catch {
            ports.observe(.ledgerFailed(error, task: "record a payment's intent"))
            return notTaken(UnavailableCause(error), merchant)
        }
        switch admission {
        case .record(let payment):
            guard let request = checked.request else { return PaymentOutcome(.invalid(checked.errors)) }
            return await charge(payment, request)
        case .replay(let payment): return PaymentOutcome(payment.answer ?? .stillRunning, payment, isRepeat: true)
        case .conflict(let payment, let reason): return PaymentOutcome(.conflict(reason), payment)
        case .invalid(let errors): return PaymentOutcome(.invalid(errors))
        }
    }

    private func charge(_ payment: Payment, _ request: ValidRequest) async -> PaymentOutcome {
        gate.hold(payment.id)
        ports.observe(.began(payment.id, payment.merchant))
        let charge = request.charge(for: payment.merchant, callbackURL: ports.callbackURL(payment.merchant, payment.id))
        let end = await runner.run(charge, for: payment)
        charge.wipe()
        return PaymentOutcome(end.result.answer, await recorder.record(end, of: payment))
    }

    private func notTaken(_ cause: UnavailableCause, _ merchant: MerchantID) -> PaymentOutcome {
        ports.observe(.notTaken(merchant, cause))
        return PaymentOutcome(.unavailable(cause))
    }
}
