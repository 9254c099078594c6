import JSON

/// The body of a callback. It is made once: every repeat has the same bytes, and so the same signature.
enum CallbackPayload {
    /// What is signed: the value of `data`.
    static func data(of transaction: Transaction, kind: CallbackKind) -> [UInt8] {
        let submission = transaction.submission
        return JSONWriter.object { data in
            data.member("transactionId", transaction.identifiers.transactionID)
            data.member("externalId", submission.externalID)
            data.member("orderId", submission.orderID)
            data.member("amount", submission.amount)
            data.member("currency", submission.currency)
            data.member("paymentStatus", kind.statusWord)
            data.member("paymentChannel", submission.channel)
            data.member("installmentTenor", submission.tenor)
        }
    }

    /// The whole body.
    static func body(kind: CallbackKind, data: [UInt8], signature: String) -> [UInt8] {
        JSONWriter.object { body in
            body.member("event", kind.rawValue)
            body.member("data", json: data)
            body.member("signature", signature)
        }
    }
}
