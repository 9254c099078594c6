import JSON

extension ProviderAnswer {
    /// The body as iFortePay writes it: `data` is always there, null when there is none; `error` only where there is one.
    var body: [UInt8] {
        JSONWriter.object { envelope in
            envelope.member("response_code", code.rawValue)
            envelope.member("response_message", message)
            switch data {
            case nil: envelope.member("data", String?.none)
            case .html(let html): envelope.object("data") { $0.member("html", html) }
            case .link(let link): envelope.object("data") { $0.member("link", link) }
            case .decision(let transaction): envelope.object("data") { Self.write(transaction, to: &$0) }
            }
            envelope.member("error", ifPresent: error)
        }
    }

    private static func write(_ transaction: Transaction, to data: inout JSONObjectWriter) {
        let isApproved = transaction.state != .declined
        let identifiers = transaction.identifiers
        data.member("token", ifPresent: transaction.submission.storesToken ? identifiers.cardToken : nil)
        data.member("status", isApproved ? "SUCCESS" : "FAILED")
        // ISO 8583's 51: not sufficient funds.
        data.member("transaction_code", isApproved ? "00" : "51")
        data.member("transaction_description", isApproved ? "Approved: The transaction was successful." : "Declined: Insufficient funds.")
        data.object("transaction_data") { ids in
            ids.member("external_id", transaction.submission.externalID)
            ids.member("order_id", transaction.submission.orderID)
            ids.member("receipt_no", identifiers.receiptNumber)
            ids.member("transaction_id", identifiers.transactionID)
            ids.member("approval_code", ifPresent: isApproved ? identifiers.approvalCode : nil)
        }
    }
}
