public import Payments

extension SQLiteLedger {
    /// Reads the payment under the merchant's `externalID` and writes what `decide` makes of it.
    public func admit(
        merchant: MerchantID, externalID: String, decide: @escaping @Sendable (Payment?) -> PaymentAdmission
    ) async throws(LedgerError) -> PaymentAdmission {
        try await writer.write { connection throws(StorageFault) in
            let payments = PaymentTable(connection: connection)
            let admission = decide(try payments.find(externalID: externalID, of: merchant))
            if case .record(let payment) = admission { try payments.save(payment) }
            return admission
        }
    }

    /// Changes one payment; answers it as written, nil when there is none.
    public func updatePayment(
        _ id: PaymentID, _ change: @escaping @Sendable (inout Payment) -> Void
    ) async throws(LedgerError) -> Payment? {
        try await writer.write { connection throws(StorageFault) in
            let payments = PaymentTable(connection: connection)
            guard var payment = try payments.find(id) else { return nil }
            change(&payment)
            try payments.save(payment)
            return payment
        }
    }

    /// A merchant's payment; nil when it has none of that id.
    public func payment(_ id: PaymentID, of merchant: MerchantID) async throws(LedgerError) -> Payment? {
        try await reader.read { connection throws(StorageFault) in try PaymentTable(connection: connection).find(id, of: merchant) }
    }

    /// A merchant's payments, newest first.
    public func payments(_ query: PaymentQuery) async throws(LedgerError) -> Page<Payment> {
        try await reader.read { connection throws(StorageFault) in try PaymentTable(connection: connection).page(query) }
    }

    /// Changes every payment that has no answer on record although its deadline is not after `moment`.
    public func settleAbandoned(
        before moment: Timestamp, _ change: @escaping @Sendable (inout Payment) -> Void
    ) async throws(LedgerError) -> Int {
        try await writer.write { connection throws(StorageFault) in
            let payments = PaymentTable(connection: connection)
            var changed = 0
            for before in try payments.unanswered(deadlineBy: moment) {
                var payment = before
                change(&payment)
                guard payment != before else { continue }
                try payments.save(payment)
                changed += 1
            }
            return changed
        }
    }
}
