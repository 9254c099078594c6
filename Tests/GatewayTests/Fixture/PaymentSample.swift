/// A payment request that keeps all rules, as the text of a JSON object whose members a test can replace.
struct PaymentSample {
    private var members: [(name: String, value: String)] = [
        ("externalId", #""INV-1""#),
        ("orderId", #""ORDER-1""#),
        ("amount", "150000"),
        ("transactionDescription", #""Two shirts""#),
        ("paymentOptions", #"{"tenor": 3}"#),
        ("cardDetails", PaymentSample.card()),
        ("customerDetails", #"{"fullName": "Siti Nurhaliza", "phone": "+6281234567890", "email": "siti@example.com", "ipAddress": "192.0.2.1"}"#),
        ("itemDetails", #"[{"itemId": "S-1", "name": "Shirt", "amount": 75000, "qty": 2}]"#),
        ("returnUrl", #""https://shop.example.com/thanks""#),
    ]

    static let cardNumber = "4111111111111111"

    static func card(number: String = #""4111 1111 1111 1111""#, cvv: String = #""123""#) -> String {
        #"{"cardHolderName": "Siti Nurhaliza", "cardNumber": \#(number), "cardExpiredMonth": "01", "cardExpiredYear": "2039", "cardCvn": \#(cvv)}"#
    }

    /// The sample with one member's JSON replaced, added, or left out where `value` is nil.
    func with(_ name: String, _ value: String?) -> PaymentSample {
        var sample = self
        if let index = sample.members.firstIndex(where: { $0.name == name }) {
            sample.members.remove(at: index)
            if let value { sample.members.insert((name, value), at: index) }
        } else if let value {
            sample.members.append((name, value))
        }
        return sample
    }

    var json: String {
        "{" + members.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
}
