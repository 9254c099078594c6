import Payments

/// Payments in memory, with faults on demand.
actor MemoryPaymentLedger: PaymentLedger {
    /// What can be made to fail.
    enum Call: Hashable {
        case admit
        case update
        case list
    }

    private var rows: [PaymentID: Payment] = [:]
    private var failures: [Call: [LedgerError]] = [:]
    private var uponUpdate: @Sendable () -> Void = {}
    private var uponAdmit: (@Sendable () async -> Void)?
    private(set) var calls: [Call] = []

    init(_ payments: [Payment] = []) {
        for payment in payments { rows[payment.id] = payment }
    }

    /// Every payment on record, oldest first.
    var all: [Payment] { rows.values.sorted { $0.id < $1.id } }

    /// Lets the next calls of a kind fail, one error each.
    func fail(_ call: Call, with errors: [LedgerError]) {
        failures[call] = errors
    }

    /// Does something whenever a payment is about to be updated.
    func upon(update action: @escaping @Sendable () -> Void) {
        uponUpdate = action
    }

    /// Does something just before the next admission, which can be another one.
    func uponNextAdmit(_ action: @escaping @Sendable () async -> Void) {
        uponAdmit = action
    }

    /// Changes a row as a callback or another instance would.
    func change(_ id: PaymentID, _ change: @Sendable (inout Payment) -> Void) {
        if var payment = rows[id] {
            change(&payment)
            rows[id] = payment
        }
    }

    func admit(
        merchant: MerchantID, externalID: String, decide: @escaping @Sendable (Payment?) -> PaymentAdmission
    ) async throws(LedgerError) -> PaymentAdmission {
        if let action = uponAdmit {
            uponAdmit = nil
            await action()
        }
        try begin(.admit)
        let admission = decide(rows.values.first { $0.merchant == merchant && $0.externalID == externalID })
        if case .record(let payment) = admission { rows[payment.id] = payment }
        return admission
    }

    func updatePayment(_ id: PaymentID, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Payment? {
        uponUpdate()
        try begin(.update)
        guard var payment = rows[id] else { return nil }
        change(&payment)
        rows[id] = payment
        return payment
    }

    func payment(_ id: PaymentID, of merchant: MerchantID) async throws(LedgerError) -> Payment? {
        rows[id].flatMap { $0.merchant == merchant ? $0 : nil }
    }

    func payments(_ query: PaymentQuery) async throws(LedgerError) -> Page<Payment> {
        try begin(.list)
        let own = rows.values.filter { $0.merchant == query.merchant && (query.externalID ?? $0.externalID) == $0.externalID }
            .sorted { $0.id > $1.id }
        return Page(items: Array(own.prefix(query.limit)), nextCursor: nil)
    }

    func settleAbandoned(before moment: Timestamp, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Int {
        let abandoned = rows.values.filter { $0.status == .submitting && $0.deadline <= moment }
        for var payment in abandoned {
            change(&payment)
            rows[payment.id] = payment
        }
        return abandoned.count
    }

    private func begin(_ call: Call) throws(LedgerError) {
        calls.append(call)
        guard var errors = failures[call], !errors.isEmpty else { return }
        let error = errors.removeFirst()
        failures[call] = errors
        throw error
    }
}
