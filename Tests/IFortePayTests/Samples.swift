import HTTPClient
import IFortePay
import Payments
import Secrets

/// Made-up credentials, those of the published vectors.
enum Sample {
    static let hashKey = SecretBytes(utf8: "h4shK3y/with+b64=")
    static let account = MerchantAccount(
        merchant: merchant, secretUnbound: SecretBytes(utf8: "0x00112233445566778899"), hashKey: hashKey)
    static let merchant = merchant("MCP2024000001")
    static let otherMerchant = merchant("OTHER")

    private static func merchant(_ text: String) -> MerchantID {
        guard let merchant = MerchantID(text) else { preconditionFailure("no merchant id: \(text)") }
        return merchant
    }

    static let customer = Customer(fullName: "Siti Nurhaliza", phone: "+628123456789", email: "siti@example.com", ipAddress: "203.0.113.7")
    static var card: ChargeInstrument {
        .card(
            number: SecretBytes(utf8: "4111111111111111"), expiryMonth: 1, expiryYear: 2039, holder: "SITI NURHALIZA", cvv: SecretBytes(utf8: "917"))
    }

    static func charge(
        externalID: String = "ext-0001", orderID: String = "ORD-0001", amount: Int64 = 150_000, tenor: Tenor = .full, mode: PaymentMode = .close,
        authentication: Authentication = .threeDS, instrument: ChargeInstrument = card, items: [Item] = [], billing: PostalAddress? = nil,
        shipping: PostalAddress? = nil, additionalData: String? = nil, storeToken: Bool = false, merchant: MerchantID = merchant
    ) -> Charge {
        Charge(
            merchant: merchant, externalID: externalID, orderID: orderID, amount: amount, description: "Order 1", channel: .bricc, mode: mode,
            tenor: tenor, authentication: authentication, instrument: instrument, customer: customer, items: items, billingAddress: billing,
            shippingAddress: shipping, returnURL: "https://shop.example/return", callbackURL: "https://gateway.example/callback/M/pay_1",
            additionalData: additionalData, storeToken: storeToken)
    }
}

extension SecretBytes {
    /// For comparing in tests.
    var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
