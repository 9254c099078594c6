import Payments

/// Callbacks and their delivery attempts as rows.
///
/// Lists name the index they go by: SQLite, left to guess, walks all of a merchant's callbacks rather than sort a handful.
struct CallbackTable {
    let connection: Connection

    /// The order in which `insert` writes and `decodeHeading` reads. The body, which may be large, comes after these in the row: SQLite reads its
    /// pages for those only who ask for it.
    private static let headingColumns = """
        id, merchant_id, transaction_id, content_digest, event, payment_id, mismatch, received_at, \
        status, slots_used, next_attempt_at, due_at, attempts_made, is_running
        """

    // MARK: Writing

    func insert(_ callback: StoredCallback) throws(StorageFault) {
        try connection.run(
            "INSERT INTO callbacks (\(Self.headingColumns), body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(callback.id.rawValue), .text(callback.identity.merchant.rawValue), .text(callback.identity.transactionID),
                .blob(callback.identity.contentDigest), .text(callback.event), .text(callback.payment?.rawValue), .flag(callback.mismatch),
                .integer(callback.receivedAt.milliseconds),
            ] + Self.values(callback.delivery) + [.blob(callback.body)])
    }

    func save(_ delivery: Delivery, of id: CallbackID) throws(StorageFault) {
        try connection.run(
            """
            UPDATE callbacks SET status = ?, slots_used = ?, next_attempt_at = ?, due_at = ?, attempts_made = ?, is_running = ?
            WHERE id = ?
            """, Self.values(delivery) + [.text(id.rawValue)])
    }

    /// False when an attempt of this number is on record already.
    func insert(_ attempt: DeliveryAttempt, of id: CallbackID) throws(StorageFault) -> Bool {
        let inserted = try connection.run(
            """
            INSERT INTO delivery_attempts (callback_sequence, number, at, http_status, duration_ms, error)
            SELECT sequence, ?, ?, ?, ?, ? FROM callbacks WHERE id = ?
            ON CONFLICT (callback_sequence, number) DO NOTHING
            """,
            [
                .integer(attempt.number), .integer(attempt.at.milliseconds), .integer(attempt.httpStatus), .integer(attempt.durationMilliseconds),
                .text(attempt.error), .text(id.rawValue),
            ])
        return inserted > 0
    }

    private static func values(_ delivery: Delivery) -> [SQLValue] {
        [
            .text(delivery.status.rawValue), .integer(delivery.slotsUsed), .integer(delivery.nextAttemptAt?.milliseconds),
            .integer(delivery.dueAt?.milliseconds), .integer(delivery.attemptsMade), .flag(delivery.isRunning),
        ]
    }

    // MARK: Finding

    /// The only way to a body: one row at a time.
    func find(_ id: CallbackID) throws(StorageFault) -> StoredCallback? {
        try connection.first(
            "SELECT \(Self.headingColumns), body FROM callbacks WHERE id = ?", [.text(id.rawValue)]
        ) { row throws(StorageFault) in StoredCallback(try Self.decodeHeading(&row), body: row.blob()) }
    }

    func heading(_ id: CallbackID) throws(StorageFault) -> CallbackHeading? {
        try headings("WHERE id = ?", [.text(id.rawValue)]).first
    }

    func heading(_ identity: CallbackIdentity) throws(StorageFault) -> CallbackHeading? {
        // The expression is the unique index's, so that the index answers.
        try headings(
            "WHERE merchant_id = ? AND ifnull(transaction_id, '') = ? AND content_digest = ?",
            [.text(identity.merchant.rawValue), .text(identity.transactionID ?? ""), .blob(identity.contentDigest)]
        ).first
    }

    /// The deliveries of a kind.
    func deliveries(_ kind: DeliverySelection) throws(StorageFault) -> [(id: CallbackID, delivery: Delivery)] {
        let (condition, values): (String, [SQLValue]) =
            switch kind {
            case .interrupted: ("is_running = 1", [])
            case .dead(let merchant): ("merchant_id = ? AND status = 'DEAD'", [.text(merchant.rawValue)])
            }
        return try connection.all(
            "SELECT id, status, slots_used, next_attempt_at, due_at, attempts_made, is_running FROM callbacks WHERE \(condition)", values
        ) { row throws(StorageFault) in (try row.value { CallbackID($0) }, try Self.decodeDelivery(&row)) }
    }

    func attempts(of id: CallbackID, limit: Int) throws(StorageFault) -> [DeliveryAttempt] {
        let newestFirst = try connection.all(
            """
            SELECT number, at, http_status, duration_ms, error FROM delivery_attempts
            WHERE callback_sequence = (SELECT sequence FROM callbacks WHERE id = ?) ORDER BY number DESC LIMIT ?
            """, [.text(id.rawValue), .integer(limit)]
        ) { row throws(StorageFault) in
            DeliveryAttempt(
                number: Int(try row.integer()), at: try row.moment(), httpStatus: row.optionalInteger().map { Int($0) },
                durationMilliseconds: try row.integer(), error: row.optionalText())
        }
        return newestFirst.reversed()
    }

    /// Newest first: by the order in which they were committed.
    func page(_ query: CallbackQuery) throws(StorageFault) -> Page<CallbackHeading> {
        let (clause, values) = Self.pageClause(query)
        return Page(try headings(clause, values), limit: PageLimit.clamp(query.limit)) { $0.id.rawValue }
    }

    /// What follows the table's name for a page, one row more than it holds.
    static func pageClause(_ query: CallbackQuery) -> (clause: String, values: [SQLValue]) {
        var filter = Filter("merchant_id = ?", .text(query.merchant.rawValue))
        if let transactionID = query.transactionID { filter.add("ifnull(transaction_id, '') = ?", .text(transactionID)) }
        if let status = query.status { filter.add("status = ?", .text(status.rawValue)) }
        if let cursor = query.cursor {
            filter.add(
                "sequence < (SELECT sequence FROM callbacks WHERE id = ? AND merchant_id = ?)",
                .text(cursor.rawValue), .text(query.merchant.rawValue))
        }
        let index =
            query.transactionID != nil ? "callbacks_identity" : query.status != nil ? "callbacks_by_status" : "callbacks_newest"
        return (
            "INDEXED BY \(index) WHERE \(filter.condition) ORDER BY sequence DESC LIMIT ?",
            filter.values + [.integer(PageLimit.clamp(query.limit) + 1)]
        )
    }

    static let dueClause = """
        INDEXED BY callbacks_due
        WHERE due_at <= ? AND merchant_id IN (SELECT value FROM json_each(?)) ORDER BY due_at, sequence LIMIT ?
        """

    static let nextDueClause = """
        INDEXED BY callbacks_due
        WHERE due_at > ? AND merchant_id IN (SELECT value FROM json_each(?)) ORDER BY due_at LIMIT 1
        """

    func due(of merchants: Set<MerchantID>, at moment: Timestamp, limit: Int) throws(StorageFault) -> [CallbackHeading] {
        try headings(Self.dueClause, [.integer(moment.milliseconds), Self.list(merchants), .integer(limit)])
    }

    func nextDue(of merchants: Set<MerchantID>, after moment: Timestamp) throws(StorageFault) -> Timestamp? {
        try connection.first(
            "SELECT due_at FROM callbacks \(Self.nextDueClause)", [.integer(moment.milliseconds), Self.list(merchants)]
        ) { row throws(StorageFault) in try row.moment() }
    }

    /// As a JSON array, so that one statement serves sets of every size. A merchant id has no character that JSON would escape.
    private static func list(_ merchants: Set<MerchantID>) -> SQLValue {
        .text("[" + merchants.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]")
    }

    private func headings(_ clause: String, _ values: [SQLValue]) throws(StorageFault) -> [CallbackHeading] {
        try connection.all("SELECT \(Self.headingColumns) FROM callbacks \(clause)", values, Self.decodeHeading)
    }

    // MARK: Decoding

    private static func decodeHeading(_ row: inout Row) throws(StorageFault) -> CallbackHeading {
        let id = try row.value { CallbackID($0) }
        let identity = CallbackIdentity(
            merchant: try row.value { MerchantID($0) }, transactionID: row.optionalText(), contentDigest: row.blob())
        let (event, payment) = (row.optionalText(), try row.optionalValue { PaymentID($0) })
        let (mismatch, receivedAt) = (try row.flag(), try row.moment())
        return CallbackHeading(
            id: id, identity: identity, event: event, payment: payment, mismatch: mismatch, receivedAt: receivedAt,
            delivery: try decodeDelivery(&row))
    }

    private static func decodeDelivery(_ row: inout Row) throws(StorageFault) -> Delivery {
        Delivery(
            status: try row.value(DeliveryStatus.init(rawValue:)), slotsUsed: Int(try row.integer()), nextAttemptAt: row.optionalMoment(),
            dueAt: row.optionalMoment(), attemptsMade: Int(try row.integer()), isRunning: try row.flag())
    }
}
