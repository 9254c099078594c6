import Secrets

/// Use case: takes payments, and answers what became of them.
public final class PaymentService: Sendable {
    let rules: PaymentRules
    let ports: PaymentPorts
    let terminals: TerminalService
    let validator: PaymentValidator
    let runner: ChargeRunner
    let recorder: ResultRecorder
    let gate: ChargeGate

    /// Makes the service; nothing runs until it is asked. `terminals` has the cards that are held to readers.
    public init(rules: PaymentRules, ports: PaymentPorts, terminals: TerminalService) {
        self.rules = rules
        self.ports = ports
        self.terminals = terminals
        validator = PaymentValidator(checksLuhn: rules.checksLuhn)
        runner = ChargeRunner(ports: ports)
        gate = ChargeGate(maximum: rules.maximumInFlight)
        recorder = ResultRecorder(ports: ports, gate: gate)
    }

    /// Takes a payment request and answers by the one result contract. The draft's card data is wiped when this returns, whatever happens.
    ///
    /// - VALIDATION_ERROR: the request breaks our rules and no payment is on record under its `externalId`. Nothing is recorded.
    /// - CONFLICT: the `externalId` was used for a different request, its first request is still running, or the terminal is busy.
    /// - UNAVAILABLE: the ledger cannot record the intent, too many charges are in flight, or the service is stopping. Nothing was sent.
    /// - Else what the provider's answer means (`ChargeResult`), or, for a request that came before, the outcome on record.
    ///
    /// Cancelling the caller's task ends the wait for a card at a terminal, and nothing is recorded. From the recorded intent on the charge runs to
    /// its end, whatever becomes of the caller's task.
    public func create(_ draft: PaymentDraft, for merchant: MerchantID) async -> PaymentOutcome {
        if let cause = gate.enter() {
            draft.wipe()
            return notTaken(cause, merchant)
        }
        let caller = Caller()
        return await withTaskCancellationHandler {
            // A task of its own: the caller's cancellation reaches no more of it than `caller` lets through.
            await Task {
                defer { gate.leave() }
                return await take(draft, for: merchant, from: caller)
            }.value
        } onCancel: {
            caller.leave()
        }
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

    /// Takes on nothing more, ends the waits for cards, and waits until the charges in flight have ended and are recorded; answers how many have not
    /// within `limit`.
    public func stop(within limit: Duration) async -> Int {
        gate.close()
        terminals.cancelPaymentTaps()
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
