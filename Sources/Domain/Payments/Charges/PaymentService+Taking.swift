// How a request goes through.
extension PaymentService {
    func take(_ draft: PaymentDraft, for merchant: MerchantID, from caller: Caller) async -> PaymentOutcome {
        let now = ports.clock.now()
        let checked = Result { () throws(InvalidRequest) in try validator.validate(draft, at: now) }
        defer {
            draft.wipe()
            checked.request?.wipe()
        }
        guard let externalID = draft.externalID, IdentifierRule.externalID.accepts(externalID) else {
            // No payment can be on record under such a key: there is nothing to look up.
            return PaymentOutcome(.invalid(await allErrors(of: checked, draft, merchant)))
        }
        let key = PaymentKey(merchant: merchant, externalID: externalID)
        let fingerprint = RequestFingerprint.of(draft, digest: ports.digest)
        if gate.reserves(key) {
            // The first request is running, though it has nothing on record before its card has come.
            return PaymentOutcome(.stillRunning, try? await payment(under: key))
        }
        switch checked {
        case .success(.awaitsCard(let request)): return await take(request, under: key, fingerprint, from: caller)
        case .success(.complete(let request)): return await admit(.success(request), under: key, fingerprint, at: now)
        case .failure:
            let errors = await allErrors(of: checked, draft, merchant)
            return await admit(.failure(InvalidRequest(errors: errors)), under: key, fingerprint, at: now)
        }
    }

    /// Takes a request whose card is yet to come. What is on record under its key comes first, so that no card is asked for in vain.
    private func take(
        _ request: AwaitingRequest, under key: PaymentKey, _ fingerprint: [UInt8], from caller: Caller
    ) async -> PaymentOutcome {
        let recorded: Payment?
        do throws(LedgerError) {
            recorded = try await payment(under: key)
        } catch {
            ports.observe(.ledgerFailed(error, task: "look a payment up"))
            return notTaken(UnavailableCause(error), key.merchant)
        }
        switch PaymentStanding(fingerprint: fingerprint, recorded: recorded, at: ports.clock.now(), isInFlight: gate.holds) {
        case .replay(let payment): return .replay(payment)
        case .conflict(let payment, let reason): return PaymentOutcome(.conflict(reason), payment)
        case .new, .anew: break
        }
        guard gate.reserve(key) else { return PaymentOutcome(.stillRunning, recorded) }
        defer { gate.unreserve(key) }
        switch await terminals.card(for: request.card.origin, key, from: caller) {
        case .failure(let reason): return outcome(of: reason, at: request.card.origin, key.merchant)
        case .success(let card): return await charge(request, card, under: key, fingerprint)
        }
    }

    /// Charges a request with the card that is at hand now.
    private func charge(
        _ request: AwaitingRequest, _ card: CardAtHand, under key: PaymentKey, _ fingerprint: [UInt8]
    ) async -> PaymentOutcome {
        let now = ports.clock.now()
        let completed = Result { () throws(InvalidRequest) in try request.completed(with: card.chip, at: now) }
        card.chip.wipe()
        defer { (try? completed.get())?.wipe() }
        return await admit(completed, under: key, fingerprint, at: now, claim: card.claim)
    }

    /// Puts a request on record and charges it, unless what is on record under its key, or its own faults, say otherwise.
    ///
    /// - Parameters:
    ///   - moment: when the card was at hand; the charge's deadline counts from it.
    ///   - claim: the read that the card is from.
    private func admit(
        _ request: Result<ValidRequest, InvalidRequest>, under key: PaymentKey, _ fingerprint: [UInt8], at moment: Timestamp,
        claim: ReadClaim? = nil
    ) async -> PaymentOutcome {
        var claim = claim
        defer {
            if let claim { terminals.giveBack(claim) }
        }
        let intake = PaymentIntake(
            merchant: key.merchant, fingerprint: fingerprint, checked: request, newID: PaymentID(ulid: ports.identifiers.next(at: moment)),
            moment: moment, deadline: moment + rules.deadline, isInFlight: gate.holds)
        let admission: PaymentAdmission
        do {
            admission = try await ports.ledger.admit(merchant: key.merchant, externalID: key.externalID, decide: intake.decide)
        } catch {
            ports.observe(.ledgerFailed(error, task: "record a payment's intent"))
            return notTaken(UnavailableCause(error), key.merchant)
        }
        switch (admission, request) {
        case (.record(let payment), .success(let request)):
            defer { claim = nil }
            return await charge(payment, request, claim)
        case (.record, .failure(let invalid)): return PaymentOutcome(.invalid(invalid.errors))
        case (.replay(let payment), _): return .replay(payment)
        case (.conflict(let payment, let reason), _): return PaymentOutcome(.conflict(reason), payment)
        case (.invalid(let errors), _): return PaymentOutcome(.invalid(errors))
        }
    }

    private func charge(_ payment: Payment, _ request: ValidRequest, _ claim: ReadClaim?) async -> PaymentOutcome {
        gate.hold(payment.id)
        ports.observe(.began(payment.id, payment.merchant))
        let charge = request.charge(for: payment.merchant, callbackURL: ports.callbackURL(payment.merchant, payment.id))
        let end = await runner.run(charge, for: payment)
        charge.wipe()
        if let claim { terminals.settle(claim, mayComeAgain: payment.takesSameRequestAnew(after: end, at: ports.clock.now())) }
        return PaymentOutcome(end.result.answer, await recorder.record(end, of: payment))
    }

    private func payment(under key: PaymentKey) async throws(LedgerError) -> Payment? {
        var query = PaymentQuery(merchant: key.merchant)
        query.externalID = key.externalID
        query.limit = 1
        return try await ports.ledger.payments(query).items.first
    }

    func notTaken(_ cause: UnavailableCause, _ merchant: MerchantID) -> PaymentOutcome {
        ports.observe(.notTaken(merchant, cause))
        return PaymentOutcome(.unavailable(cause))
    }
}

extension PaymentOutcome {
    /// The outcome that is on record.
    static func replay(_ payment: Payment) -> PaymentOutcome {
        PaymentOutcome(payment.answer ?? .stillRunning, payment, isRepeat: true)
    }
}

extension Payment {
    /// Whether the same request will be attempted anew when its charge came to this end.
    fileprivate func takesSameRequestAnew(after end: ChargeEnd, at moment: Timestamp) -> Bool {
        var payment = self
        payment.record(end, at: moment)
        return payment.takesSameRequestAnew
    }
}
