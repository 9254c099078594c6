import Secrets

@testable import Payments

extension MerchantID {
    /// A merchant that exists.
    static let sample = known("MCP2024000001")
    /// Another one.
    static let other = known("MCP2024000002")

    private static func known(_ text: String) -> MerchantID {
        guard let merchant = MerchantID(text) else { preconditionFailure("\(text) is a merchant id") }
        return merchant
    }
}

extension CardDraft {
    /// A Visa that Luhn accepts.
    static func visa(number: String = "4111 1111 1111 1111", month: String? = "01", year: String? = "39", cvv: String? = "123") -> CardDraft {
        CardDraft(
            holderName: "Siti Nurhaliza", number: SecretBytes(utf8: number), expiryMonth: month, expiryYear: year,
            cvv: cvv.map { SecretBytes(utf8: $0) })
    }

    static func token(_ token: String = "tok-1", cvv: String? = nil) -> CardDraft {
        CardDraft(cvv: cvv.map { SecretBytes(utf8: $0) }, token: SecretBytes(utf8: token))
    }
}

extension PaymentDraft {
    /// A request that keeps every rule and leaves out what it may. Card data is made anew each time: a service wipes it.
    static func sample(card: CardDraft = .visa(), _ change: (inout PaymentDraft) -> Void = { _ in }) -> PaymentDraft {
        var draft = PaymentDraft(
            externalID: "INV-1", orderID: "ORDER-1", amount: 150_000, description: "Two shirts", card: card,
            customer: CustomerDraft(fullName: "Siti Nurhaliza", phone: "+628123456789", email: "siti@example.com", ipAddress: "203.0.113.7"),
            returnURL: "https://shop.example/back")
        change(&draft)
        return draft
    }
}

extension PaymentValidator {
    /// The request with the card that it holds; a test that asks knows that it holds one.
    func request(_ draft: PaymentDraft, at moment: Timestamp) throws(InvalidRequest) -> ValidRequest {
        guard case .complete(let request) = try validate(draft, at: moment) else { preconditionFailure("the card is yet to come") }
        return request
    }
}
