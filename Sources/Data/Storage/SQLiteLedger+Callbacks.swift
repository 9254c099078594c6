public import Payments

extension SQLiteLedger: Ledger {
    /// More attempts than this are not shown of one callback: the newest are.
    static let maximumAttemptsShown = 1000

    /// Keeps a callback unless one of its identity is kept already, and moves the payment it belongs to in the same transaction.
    public func receive(
        _ callback: VerifiedCallback, pathPayment: PaymentID?, decide: @escaping @Sendable (MatchCandidates) -> CallbackAdmission
    ) async throws(LedgerError) -> ReceivedCallback {
        try await writer.write { connection throws(StorageFault) in
            let callbacks = CallbackTable(connection: connection)
            let payments = PaymentTable(connection: connection)
            if let kept = try callbacks.heading(CallbackIdentity(callback)) { return .repeated(kept) }
            let admission = decide(try payments.candidates(for: callback, pathPayment: pathPayment))
            if let payment = admission.payment { try payments.save(payment) }
            try callbacks.insert(admission.callback)
            return .new(admission.callback)
        }
    }

    /// Records a finished attempt and the delivery's new standing, once.
    public func recordAttempt(
        _ attempt: DeliveryAttempt, of id: CallbackID, advance: @escaping @Sendable (Delivery) -> Delivery
    ) async throws(LedgerError) -> CallbackHeading? {
        try await writer.write { connection throws(StorageFault) in
            let callbacks = CallbackTable(connection: connection)
            guard var callback = try callbacks.heading(id) else { return nil }
            guard try callbacks.insert(attempt, of: id) else { return callback }
            callback.delivery = advance(callback.delivery)
            try callbacks.save(callback.delivery, of: id)
            return callback
        }
    }

    /// Changes a delivery's standing; answers the callback as written, with the body to send, nil when there is none.
    public func updateDelivery(
        of id: CallbackID, _ change: @escaping @Sendable (inout Delivery) -> Void
    ) async throws(LedgerError) -> StoredCallback? {
        try await writer.write { connection throws(StorageFault) in
            let callbacks = CallbackTable(connection: connection)
            guard var callback = try callbacks.find(id) else { return nil }
            let before = callback.delivery
            change(&callback.delivery)
            if callback.delivery != before { try callbacks.save(callback.delivery, of: id) }
            return callback
        }
    }

    /// Changes every delivery of a kind, in one transaction; answers how many.
    public func updateDeliveries(
        _ kind: DeliverySelection, _ change: @escaping @Sendable (inout Delivery) -> Void
    ) async throws(LedgerError) -> Int {
        try await writer.write { connection throws(StorageFault) in
            let callbacks = CallbackTable(connection: connection)
            var changed = 0
            for (id, before) in try callbacks.deliveries(kind) {
                var delivery = before
                change(&delivery)
                guard delivery != before else { continue }
                try callbacks.save(delivery, of: id)
                changed += 1
            }
            return changed
        }
    }

    /// One callback by id, with its body; nil when there is none.
    public func callback(_ id: CallbackID) async throws(LedgerError) -> StoredCallback? {
        try await reader.read { connection throws(StorageFault) in try CallbackTable(connection: connection).find(id) }
    }

    /// The attempts on record, oldest first; of a great many the newest thousand.
    public func attempts(of id: CallbackID) async throws(LedgerError) -> [DeliveryAttempt] {
        try await reader.read { connection throws(StorageFault) in
            try CallbackTable(connection: connection).attempts(of: id, limit: Self.maximumAttemptsShown)
        }
    }

    /// A merchant's callbacks, newest first.
    public func callbacks(_ query: CallbackQuery) async throws(LedgerError) -> Page<CallbackHeading> {
        try await reader.read { connection throws(StorageFault) in try CallbackTable(connection: connection).page(query) }
    }

    /// The merchants' callbacks whose `dueAt` is not after `moment`, earliest first, at most `limit`.
    public func dueCallbacks(of merchants: Set<MerchantID>, at moment: Timestamp, limit: Int) async throws(LedgerError) -> [CallbackHeading] {
        try await reader.read { connection throws(StorageFault) in
            try CallbackTable(connection: connection).due(of: merchants, at: moment, limit: limit)
        }
    }

    /// The earliest `dueAt` after `moment` among the merchants' callbacks; nil when there is none.
    public func nextCallbackDue(of merchants: Set<MerchantID>, after moment: Timestamp) async throws(LedgerError) -> Timestamp? {
        try await reader.read { connection throws(StorageFault) in
            try CallbackTable(connection: connection).nextDue(of: merchants, after: moment)
        }
    }

    /// Whether the ledger can be read and written now: it writes, because a full disk shows in nothing else.
    public func check() async throws(LedgerError) {
        _ = try await reader.read { connection throws(StorageFault) in try connection.pragma("user_version") }
        try await writer.write { connection throws(StorageFault) in
            _ = try connection.run("UPDATE health SET checks = checks + 1")
        }
    }
}

extension PaymentTable {
    /// The payments that a callback may mean (contract, section 4, "Matching").
    fileprivate func candidates(for callback: VerifiedCallback, pathPayment: PaymentID?) throws(StorageFault) -> MatchCandidates {
        let content = callback.content
        var bearing: Payment?
        if let transactionID = content.transactionID { bearing = try find(transactionID: transactionID, of: callback.merchant) }
        var named: Payment?
        if let externalID = content.externalID { named = try find(externalID: externalID, of: callback.merchant) }
        var path: Payment?
        if let pathPayment { path = try find(pathPayment, of: callback.merchant) }
        return MatchCandidates(bearingTransaction: bearing, namedByExternalID: named, namedByPath: path)
    }
}
