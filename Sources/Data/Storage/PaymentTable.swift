import Payments

/// Payments as rows.
struct PaymentTable {
    let connection: Connection

    /// The order in which `save` writes and `decode` reads.
    private static let columns = """
        id, merchant_id, external_id, order_id, status, confirmed_by, mismatch, amount, tenor, channel, authentication, \
        card_network, card_first6, card_last4, card_expiry_month, card_expiry_year, card_source, \
        redirect_url, transaction_id, approval_code, fingerprint, \
        answer_state, answer_code, answer_message, answer_retryable, answer_errors, \
        outcome_in_doubt, deadline, created_at, updated_at
        """

    /// Inserts a payment, at its place if that is free, or overwrites what may change of the one with its id.
    private static let upsert: String = {
        let names = columns.split(separator: ", ")
        let fixed: Set<Substring> = ["id", "merchant_id", "external_id", "created_at"]
        let changes = names.filter { !fixed.contains($0) }.map { "\($0) = excluded.\($0)" }
        // SQLite numbers a row whose number is NULL.
        let place = "?\(names.count + 1)"
        return """
            INSERT INTO payments (\(columns), rowid)
            VALUES (
                \(names.map { _ in "?" }.joined(separator: ", ")),
                (SELECT \(place) WHERE NOT EXISTS (SELECT 1 FROM payments WHERE rowid = \(place))))
            ON CONFLICT (id) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()

    func save(_ payment: Payment) throws(StorageFault) {
        let answer = payment.answer
        try connection.run(
            Self.upsert,
            [
                .text(payment.id.rawValue), .text(payment.merchant.rawValue), .text(payment.externalID), .text(payment.orderID),
                .text(payment.status.rawValue), .text(payment.confirmedBy?.rawValue), .flag(payment.mismatch), .integer(payment.amount),
                .integer(payment.tenor.rawValue), .text(payment.channel.rawValue), .text(payment.authentication.rawValue),
                .text(payment.card.network), .text(payment.card.first6), .text(payment.card.last4), .integer(payment.card.expiryMonth),
                .integer(payment.card.expiryYear), .text(payment.card.source.rawValue),
                .text(payment.redirectURL), .text(payment.transactionID), .text(payment.approvalCode), .blob(payment.fingerprint),
                .text(answer?.state.rawValue), .text(answer?.responseCode), .text(answer?.responseMessage),
                answer.map { .flag($0.retryable) } ?? .null, .integer(answer?.errors.count ?? 0),
                .flag(payment.outcomeInDoubt), .integer(payment.deadline.milliseconds), .integer(payment.createdAt.milliseconds),
                .integer(payment.updatedAt.milliseconds), .integer(payment.id.place),
            ])
        try saveErrors(answer?.errors ?? [], of: payment.id)
    }

    private func saveErrors(_ errors: [FieldError], of id: PaymentID) throws(StorageFault) {
        try connection.run("DELETE FROM answer_errors WHERE payment_id = ?", [.text(id.rawValue)])
        for (position, error) in errors.enumerated() {
            try connection.run(
                "INSERT INTO answer_errors (payment_id, position, field, code, message) VALUES (?, ?, ?, ?, ?)",
                [.text(id.rawValue), .integer(position), .text(error.field), .text(error.code), .text(error.message)])
        }
    }

    // MARK: Finding

    func find(_ id: PaymentID) throws(StorageFault) -> Payment? {
        let (condition, values) = id.rowCondition
        return try select("WHERE \(condition)", values).first
    }

    func find(_ id: PaymentID, of merchant: MerchantID) throws(StorageFault) -> Payment? {
        let (condition, values) = id.rowCondition
        return try select("WHERE \(condition) AND merchant_id = ?", values + [.text(merchant.rawValue)]).first
    }

    func find(externalID: String, of merchant: MerchantID) throws(StorageFault) -> Payment? {
        try select("WHERE merchant_id = ? AND external_id = ?", [.text(merchant.rawValue), .text(externalID)]).first
    }

    func find(transactionID: String, of merchant: MerchantID) throws(StorageFault) -> Payment? {
        try select("WHERE merchant_id = ? AND transaction_id = ?", [.text(merchant.rawValue), .text(transactionID)]).first
    }

    func unanswered(deadlineBy moment: Timestamp) throws(StorageFault) -> [Payment] {
        try select("WHERE answer_state IS NULL AND deadline <= ?", [.integer(moment.milliseconds)])
    }

    /// Newest first: by the time of making, then by id.
    func page(_ query: PaymentQuery) throws(StorageFault) -> Page<Payment> {
        let (clause, values) = Self.pageClause(query)
        return Page(try select(clause, values), limit: PageLimit.clamp(query.limit)) { $0.id.rawValue }
    }

    /// What follows the table's name for a page, one row more than it holds.
    static func pageClause(_ query: PaymentQuery) -> (clause: String, values: [SQLValue]) {
        var filter = Filter("merchant_id = ?", .text(query.merchant.rawValue))
        if let externalID = query.externalID { filter.add("external_id = ?", .text(externalID)) }
        if let orderID = query.orderID { filter.add("order_id = ?", .text(orderID)) }
        if let status = query.status { filter.add("status = ?", .text(status.rawValue)) }
        if let after = query.createdAfter { filter.add("created_at > ?", .integer(after.milliseconds)) }
        if let before = query.createdBefore { filter.add("created_at < ?", .integer(before.milliseconds)) }
        if let cursor = query.cursor {
            let (condition, values) = cursor.rowCondition
            filter.add(
                "(created_at, id) < (SELECT created_at, id FROM payments WHERE \(condition) AND merchant_id = ?)",
                values + [.text(query.merchant.rawValue)])
        }
        return (
            "\(pageIndex(query)) WHERE \(filter.condition) ORDER BY created_at DESC, id DESC LIMIT ?",
            filter.values + [.integer(PageLimit.clamp(query.limit) + 1)]
        )
    }

    /// The narrowest index that has the order, or the key's own, which finds one row. Left to guess, SQLite walks all of a merchant's payments.
    private static func pageIndex(_ query: PaymentQuery) -> String {
        if query.externalID != nil { return "" }
        if query.orderID != nil { return "INDEXED BY payments_by_order" }
        return query.status != nil ? "INDEXED BY payments_by_status" : "INDEXED BY payments_newest"
    }

    private func select(_ clause: String, _ values: [SQLValue]) throws(StorageFault) -> [Payment] {
        var found: [Payment] = []
        for (payment, errorCount) in try connection.all("SELECT \(Self.columns) FROM payments \(clause)", values, Self.decode) {
            found.append(errorCount == 0 ? payment : payment.withErrors(try errors(of: payment.id)))
        }
        return found
    }

    private func errors(of id: PaymentID) throws(StorageFault) -> [FieldError] {
        try connection.all(
            "SELECT field, code, message FROM answer_errors WHERE payment_id = ? ORDER BY position", [.text(id.rawValue)]
        ) { row throws(StorageFault) in FieldError(field: try row.text(), code: try row.text(), message: try row.text()) }
    }

    // MARK: Decoding

    private static func decode(_ row: inout Row) throws(StorageFault) -> (Payment, errorCount: Int64) {
        let id = try row.value { PaymentID($0) }
        let merchant = try row.value { MerchantID($0) }
        let (externalID, orderID) = (try row.text(), try row.text())
        let status = try row.value(PaymentStatus.init(rawValue:))
        let confirmedBy = try row.optionalValue(Confirmation.init(rawValue:))
        let (mismatch, amount) = (try row.flag(), try row.integer())
        guard let tenor = Tenor(rawValue: Int(try row.integer())) else { throw row.unreadable() }
        let channel = try row.value(AcquirerChannel.init(rawValue:))
        let authentication = try row.value(Authentication.init(rawValue:))
        let card = try decodeCard(&row)
        let (redirectURL, transactionID, approvalCode) = (row.optionalText(), row.optionalText(), row.optionalText())
        let fingerprint = row.blob()
        let answer = try decodeAnswer(&row)
        let errorCount = try row.integer()
        let payment = Payment(
            id: id, merchant: merchant, externalID: externalID, orderID: orderID, status: status, confirmedBy: confirmedBy, mismatch: mismatch,
            amount: amount, tenor: tenor, channel: channel, authentication: authentication, card: card, redirectURL: redirectURL,
            transactionID: transactionID, approvalCode: approvalCode, fingerprint: fingerprint, answer: answer, outcomeInDoubt: try row.flag(),
            deadline: try row.moment(), createdAt: try row.moment(), updatedAt: try row.moment())
        return (payment, errorCount)
    }

    private static func decodeCard(_ row: inout Row) throws(StorageFault) -> CardSummary {
        CardSummary(
            network: row.optionalText(), first6: row.optionalText(), last4: row.optionalText(), expiryMonth: row.optionalInteger().map { Int($0) },
            expiryYear: row.optionalInteger().map { Int($0) }, source: try row.value(CardSource.init(rawValue:)))
    }

    private static func decodeAnswer(_ row: inout Row) throws(StorageFault) -> Answer? {
        let state = try row.optionalValue(ResultState.init(rawValue:))
        let (code, message, retryable) = (row.optionalText(), row.optionalText(), row.optionalInteger())
        guard let state, let code, let message, let retryable else { return nil }
        return Answer(state: state, responseCode: code, responseMessage: message, retryable: retryable != 0)
    }
}

extension Payment {
    /// With the field errors of its answer, which are rows of their own.
    fileprivate func withErrors(_ errors: [FieldError]) -> Payment {
        var payment = self
        payment.answer = answer.map {
            Answer(
                state: $0.state, responseCode: $0.responseCode, responseMessage: $0.responseMessage, retryable: $0.retryable, errors: errors)
        }
        return payment
    }
}
