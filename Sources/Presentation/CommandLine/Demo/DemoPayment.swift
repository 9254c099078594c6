import Crypto
import IFortePay
import JSON
import Secrets

/// What the demo sends.
enum DemoPayment {
    /// A test number of Visa's; the sandbox moves no money.
    private static let cardNumber = "4111111111111111"

    /// A payment of 150 000 rupiah in three instalments.
    static func body(externalID: String) -> [UInt8] {
        body(externalID, order: "ORDER-1", tenor: 3) { card in
            card.member("cardHolderName", "Siti Nurhaliza")
            card.member("cardNumber", cardNumber)
            card.member("cardExpiredMonth", "12")
            card.member("cardExpiredYear", "2039")
            card.member("cardCvn", "123")
        }
    }

    /// A payment of 150 000 rupiah with the card that is held to a terminal.
    static func tap(externalID: String, terminal: String) -> [UInt8] {
        body(externalID, order: "ORDER-2", tenor: 0) { $0.member("terminal", terminal) }
    }

    private static func body(_ externalID: String, order: String, tenor: Int, card: (inout JSONObjectWriter) -> Void) -> [UInt8] {
        JSONWriter.object { payment in
            payment.member("externalId", externalID)
            payment.member("orderId", order)
            payment.member("amount", 150_000)
            payment.member("transactionDescription", "Two books")
            payment.object("paymentOptions") { $0.member("tenor", tenor) }
            payment.object("cardDetails") { card(&$0) }
            payment.object("customerDetails") { customer in
                customer.member("fullName", "Siti Nurhaliza")
                customer.member("phone", "081234567890")
                customer.member("email", "siti@example.com")
                customer.member("ipAddress", "127.0.0.1")
            }
            payment.member("returnUrl", "https://shop.example/thanks")
        }
    }

    /// A callback that claims a refund, signed with a key that is not the merchant's.
    static var forgedCallback: SecretBytes {
        let data = JSONWriter.object { data in
            data.member("transactionId", "FORGED-1")
            data.member("externalId", "DEMO-1")
            data.member("amount", 150_000)
            data.member("paymentStatus", "REFUNDED")
        }
        return SecretBytes(
            JSONWriter.object { body in
                body.member("event", "payment.refunded")
                body.member("data", json: data)
                body.member("signature", CallbackSigner.signature(of: data, key: SecretBytes(SecureRandom.bytes(32))))
            })
    }
}
