import JSON
import Payments

extension CallbackContent {
    /// Reads the signed `data`. The names are those of the specification, of iFortePay's card callbacks and of its other callbacks; the first of them
    /// that holds a text counts. A name given twice says nothing.
    init(signed data: JSONValue) {
        let details = data.only("payment_details")
        self.init(
            transactionID: data.text("transactionId", "transaction_id"),
            externalID: data.text("externalId", "external_id"),
            orderID: data.text("orderId", "order_id"),
            statusWord: data.text("paymentStatus", "transaction_status", "status"),
            amount: (data.only("amount") ?? details?.only("amount"))?.wholeAmount,
            currency: data.text("currency") ?? details?.text("currency"))
    }
}

extension JSONValue {
    /// The value of a member that stands there once.
    fileprivate func only(_ name: String) -> JSONValue? {
        let values = values(named: name)
        return values.count == 1 ? values.first : nil
    }

    /// The first of these members that is a text; an id that is a number counts as written.
    fileprivate func text(_ names: String...) -> String? {
        names.lazy.compactMap { only($0) }.compactMap { $0.string ?? $0.numberText }.first { !$0.isEmpty }
    }

    /// Whole rupiah: `10000`, `10000.00`, and both as a text.
    fileprivate var wholeAmount: Int64? {
        if let integer { return integer }
        guard let bytes = secretString, let inner = try? JSONDocument(parsing: bytes).root else { return nil }
        return inner.integer
    }
}
