import HTTPServer
import JSON
import Payments
import Storage
import Testing

@testable import Gateway

/// Every body that the issue names as bad: an answer by the contract, nothing sent, nothing recorded.
@Suite struct `Bad input to payments` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
    }

    private func expectRefused(_ reply: Reply, _ fields: [String]) async throws {
        #expect(reply.status == 422)
        #expect(reply["state"]?.string == "VALIDATION_ERROR")
        #expect(reply["retryable"]?.bool == false)
        #expect(reply["payment"]?.isNull == true)
        #expect(reply.failingFields == fields)
        #expect(gateway.channel.attempts == 0)
        #expect(try await gateway.send(.get, "/v1/payments")["payments"]?.elements.count == 0)
    }

    static let notJSON: [(String, [UInt8])] = [
        ("empty", []),
        ("white space", Array(" \n".utf8)),
        ("trailing comma", Array(#"{"amount": 150000,}"#.utf8)),
        ("cut short", Array(PaymentSample().json.utf8.dropLast(40))),
        ("two documents", Array((PaymentSample().json + "{}").utf8)),
        ("NaN", Array(PaymentSample().with("amount", "NaN").json.utf8)),
        ("leading zero", Array(PaymentSample().with("amount", "0150000").json.utf8)),
        ("plus sign", Array(PaymentSample().with("amount", "+150000").json.utf8)),
        ("comment", Array(("/* hi */" + PaymentSample().json).utf8)),
        ("single quotes", Array("{'amount': 150000}".utf8)),
        ("depth 10 000", Array((String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)).utf8)),
        (
            "deep field",
            Array(PaymentSample().with("additionalData", String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).json.utf8)
        ),
        ("lone surrogate", Array(PaymentSample().with("additionalData", #""\ud800""#).json.utf8)),
        ("byte order mark", [0xEF, 0xBB, 0xBF] + Array(PaymentSample().json.utf8)),
        ("UTF-16", PaymentSample().json.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        ("invalid UTF-8", Array(#"{"orderId": ""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)),
        ("control character", Array("{\"orderId\": \"a\u{0}b\"}".utf8)),
        ("an array", Array("[]".utf8)),
        ("a string", Array(#""4111111111111111""#.utf8)),
        ("null", Array("null".utf8)),
    ]

    @Test(arguments: notJSON)
    func `What is no JSON object is refused as the whole body`(name: String, body: [UInt8]) async throws {
        let reply = try await gateway.send(.post, "/v1/payments", bytes: body)
        try await expectRefused(reply, ["$ json"])
        #expect(!reply.text.contains("4111"))
    }

    @Test(arguments: [
        ("amount", "150000.5", "amount type"),
        ("amount", #""150000""#, "amount type"),
        ("amount", "92233720368547758070", "amount type"),
        ("amount", "1e400", "amount type"),
        ("amount", "null", "amount required"),
        ("amount", "true", "amount type"),
        ("amount", "9999", "amount range"),
        ("amount", "-150000", "amount range"),
        ("externalId", "null", "externalId required"),
        ("externalId", "17", "externalId type"),
        ("externalId", #""a b""#, "externalId format"),
        ("externalId", #""""#, "externalId length"),
        ("orderId", "{}", "orderId type"),
        ("currency", #""USD""#, "currency value"),
        ("paymentChannel", #""VISA""#, "paymentChannel value"),
        ("paymentOptions", "3", "paymentOptions type"),
        ("paymentOptions", #"{"tenor": 5}"#, "paymentOptions.tenor value"),
        ("paymentOptions", #"{"tenor": "3"}"#, "paymentOptions.tenor type"),
        ("cardDetails", "null", "cardDetails required"),
        ("cardDetails", #""4111111111111111""#, "cardDetails type"),
        ("cardDetails", PaymentSample.card(number: "4111111111111111"), "cardDetails.cardNumber type"),
        ("cardDetails", PaymentSample.card(number: #""4111111111111112""#), "cardDetails.cardNumber luhn"),
        ("cardDetails", PaymentSample.card(cvv: "123"), "cardDetails.cardCvn type"),
        ("customerDetails", "[]", "customerDetails type"),
        ("itemDetails", "{}", "itemDetails type"),
        ("itemDetails", "[7]", "itemDetails[0] type"),
        ("itemDetails", #"[{"itemId": "S", "name": "S", "amount": 150000, "qty": "1"}]"#, "itemDetails[0].qty type"),
        ("itemDetails", #"[{"itemId": "S", "name": "S", "amount": 150000, "qty": 2}]"#, "itemDetails sum"),
        ("billingAddress", "true", "billingAddress type"),
        ("returnUrl", #""javascript:alert(1)""#, "returnUrl format"),
        ("storeToken", #""yes""#, "storeToken type"),
        ("storeToken", "0", "storeToken type"),
    ])
    func `A wrong field is named with the rule it breaks`(name: String, value: String, error: String) async throws {
        try await expectRefused(try await gateway.send(.post, "/v1/payments", PaymentSample().with(name, value).json), [error])
    }

    @Test func `A name given twice is refused, unescaped or not`() async throws {
        let body = PaymentSample().json.dropLast() + #", "amou\u006et": 10000}"#
        try await expectRefused(try await gateway.send(.post, "/v1/payments", String(body)), ["amount repeated"])
    }

    @Test func `All failing fields come at once`() async throws {
        let sample = PaymentSample().with("orderId", nil).with("amount", #""1""#).with("returnUrl", "7")
            .with("cardDetails", PaymentSample.card(number: #""4111""#, cvv: #""12""#))
        let reply = try await gateway.send(.post, "/v1/payments", sample.json)
        #expect(
            Set(reply["errors"]?.elements.compactMap { $0["field"]?.string } ?? []) == [
                "orderId", "amount", "returnUrl", "cardDetails.cardNumber", "cardDetails.cardCvn",
            ])
    }

    @Test func `A whole number with a fraction of zeros, null for optional fields and unknown fields are fine`() async throws {
        let sample = PaymentSample().with("amount", "150000.00").with("storeToken", "null").with("billingAddress", "null").with("colour", "[1, {}]")
        let reply = try await gateway.send(.post, "/v1/payments", sample.json)
        #expect(reply.status == 201)
        #expect(reply["payment.amount"]?.integer == 150_000)
    }
}
