import Payments

/// A ledger in memory with the promises of the real one. It fails where the test says, until the test says otherwise.
actor MemoryCallbackLedger: Ledger {
    enum Operation: Hashable {
        case receive, record, update, due, read
    }

    private(set) var payments: [PaymentID: Payment] = [:]
    private(set) var callbacks: [StoredCallback] = []
    private(set) var attempts: [CallbackID: [DeliveryAttempt]] = [:]
    private var failing: [Operation: LedgerError] = [:]

    func fail(_ operation: Operation, with error: LedgerError = .unavailable("ledger.db: no room left")) { failing[operation] = error }

    func recover() { failing = [:] }

    func put(_ payment: Payment) { payments[payment.id] = payment }

    func put(_ callback: StoredCallback) { callbacks.append(callback) }

    private func pass(_ operation: Operation) throws(LedgerError) {
        if let error = failing[operation] { throw error }
    }

    // MARK: Callbacks

    func receive(
        _ callback: VerifiedCallback, pathPayment: PaymentID?, decide: @escaping @Sendable (MatchCandidates) -> CallbackAdmission
    ) async throws(LedgerError) -> ReceivedCallback {
        try pass(.receive)
        if let kept = callbacks.first(where: { $0.identity == CallbackIdentity(callback) }) {
            return ReceivedCallback(callback: kept, isRepeat: true)
        }
        let own = payments.values.filter { $0.merchant == callback.merchant }
        let transaction = callback.content.transactionID
        let admission = decide(
            MatchCandidates(
                bearingTransaction: transaction.flatMap { id in own.first { $0.transactionID == id } },
                namedByExternalID: callback.content.externalID.flatMap { id in own.first { $0.externalID == id } },
                namedByPath: pathPayment.flatMap { id in own.first { $0.id == id } }))
        callbacks.append(admission.callback)
        if let payment = admission.payment { payments[payment.id] = payment }
        return ReceivedCallback(callback: admission.callback, isRepeat: false)
    }

    func recordAttempt(
        _ attempt: DeliveryAttempt, of id: CallbackID, advance: @escaping @Sendable (Delivery) -> Delivery
    ) async throws(LedgerError) -> StoredCallback? {
        try pass(.record)
        guard let index = callbacks.firstIndex(where: { $0.id == id }) else { return nil }
        callbacks[index].delivery = advance(callbacks[index].delivery)
        attempts[id, default: []].append(attempt)
        return callbacks[index]
    }

    func updateDelivery(
        of id: CallbackID, _ change: @escaping @Sendable (inout Delivery) -> Void
    ) async throws(LedgerError) -> StoredCallback? {
        try pass(.update)
        guard let index = callbacks.firstIndex(where: { $0.id == id }) else { return nil }
        change(&callbacks[index].delivery)
        return callbacks[index]
    }

    func updateDeliveries(
        _ kind: DeliverySelection, _ change: @escaping @Sendable (inout Delivery) -> Void
    ) async throws(LedgerError) -> Int {
        try pass(.update)
        var changed = 0
        for index in callbacks.indices {
            let before = callbacks[index]
            switch kind {
            case .interrupted: guard before.delivery.isRunning else { continue }
            case .dead(let merchant): guard before.delivery.status == .dead, before.identity.merchant == merchant else { continue }
            }
            change(&callbacks[index].delivery)
            if callbacks[index] != before { changed += 1 }
        }
        return changed
    }

    func callback(_ id: CallbackID) async throws(LedgerError) -> StoredCallback? {
        try pass(.read)
        return callbacks.first { $0.id == id }
    }

    func attempts(of id: CallbackID) async throws(LedgerError) -> [DeliveryAttempt] { attempts[id] ?? [] }

    func callbacks(_ query: CallbackQuery) async throws(LedgerError) -> Page<StoredCallback> {
        Page(items: callbacks.reversed().filter { $0.identity.merchant == query.merchant }, nextCursor: nil)
    }

    func dueCallbacks(of merchants: Set<MerchantID>, at moment: Timestamp, limit: Int) async throws(LedgerError) -> [StoredCallback] {
        try pass(.due)
        let due = callbacks.filter { callback in
            guard merchants.contains(callback.identity.merchant), let due = callback.delivery.dueAt else { return false }
            return due <= moment
        }
        return Array(due.sorted { ($0.delivery.dueAt ?? moment) < ($1.delivery.dueAt ?? moment) }.prefix(limit))
    }

    func nextCallbackDue(of merchants: Set<MerchantID>, after moment: Timestamp) async throws(LedgerError) -> Timestamp? {
        try pass(.due)
        return callbacks.filter { merchants.contains($0.identity.merchant) }.compactMap(\.delivery.dueAt).filter { $0 > moment }.min()
    }

    // MARK: Payments: only what callbacks need

    func payment(_ id: PaymentID, of merchant: MerchantID) async throws(LedgerError) -> Payment? {
        try pass(.read)
        return payments[id].flatMap { $0.merchant == merchant ? $0 : nil }
    }

    func admit(
        merchant: MerchantID, externalID: String, decide: @escaping @Sendable (Payment?) -> PaymentAdmission
    ) async throws(LedgerError) -> PaymentAdmission {
        let admission = decide(payments.values.first { $0.merchant == merchant && $0.externalID == externalID })
        if case .record(let payment) = admission { payments[payment.id] = payment }
        return admission
    }

    func updatePayment(_ id: PaymentID, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Payment? {
        guard var payment = payments[id] else { return nil }
        change(&payment)
        payments[id] = payment
        return payment
    }

    func payments(_ query: PaymentQuery) async throws(LedgerError) -> Page<Payment> {
        Page(items: payments.values.filter { $0.merchant == query.merchant }, nextCursor: nil)
    }

    func settleAbandoned(before moment: Timestamp, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Int { 0 }

    func check() async throws(LedgerError) {}
}
