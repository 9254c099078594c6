import JSON
import Payments

// The result contract's JSON (contract, section 2). This is the only place where a payment's members are named.
extension JSONWriter {
    /// The whole result. `answer` is nil while the payment is SUBMITTING.
    static func result(_ answer: Answer?, _ payment: Payment?) -> [UInt8] {
        object { object in
            object.member("state", answer?.state.rawValue)
            object.member("responseCode", answer?.responseCode)
            object.member("responseMessage", answer?.responseMessage)
            object.member("retryable", answer?.retryable ?? false)
            object.errors(answer?.errors ?? [])
            if let payment {
                object.object("payment") { $0.write(payment) }
            } else {
                object.member("payment", JSONScalar.null)
            }
        }
    }

    /// A page of payments.
    static func payments(_ page: Page<Payment>) -> [UInt8] {
        object { object in
            object.array("payments") { array in
                for payment in page.items { array.object { $0.write(payment) } }
            }
            object.member("nextCursor", page.nextCursor)
        }
    }
}

extension JSONObjectWriter {
    /// The failing fields.
    mutating func errors(_ errors: [FieldError]) {
        array("errors") { array in
            for error in errors {
                array.object { object in
                    object.member("field", error.field)
                    object.member("code", error.code)
                    object.member("message", error.message)
                }
            }
        }
    }

    fileprivate mutating func write(_ payment: Payment) {
        member("id", payment.id.rawValue)
        member("externalId", payment.externalID)
        member("orderId", payment.orderID)
        member("status", payment.status.rawValue)
        member("confirmedBy", payment.confirmedBy?.rawValue)
        member("mismatch", payment.mismatch)
        member("amount", payment.amount)
        member("currency", Payment.currency)
        member("tenor", payment.tenor.rawValue)
        member("paymentChannel", payment.channel.rawValue)
        member("redirectUrl", payment.redirectURL)
        member("transactionId", payment.transactionID)
        member("approvalCode", payment.approvalCode)
        object("card") { $0.write(payment.card) }
        member("createdAt", payment.createdAt.rfc3339)
        member("updatedAt", payment.updatedAt.rfc3339)
    }

    private mutating func write(_ card: CardSummary) {
        member("network", card.network)
        member("first6", card.first6)
        member("last4", card.last4)
        member("expiryMonth", card.expiryMonth)
        member("expiryYear", card.expiryYear)
        member("source", card.source.rawValue)
    }
}
