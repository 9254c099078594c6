import HTTPClient
import Payments
import Secrets
import Testing

@testable import IFortePay

/// The outcome of an HTTP 400 answer.
private func rejection(_ body: String) throws -> (code: String, message: String, errors: [FieldError]) {
    let reply = ChargeReply(OutboundResponse(status: 400, body: Array(body.utf8)), to: Sample.charge(), of: Sample.account)
    guard case .rejected(let code, let message, let errors) = reply.outcome else {
        Issue.record("not rejected")
        return ("", "", [])
    }
    return (code, message, errors)
}

private func rejected(_ field: String, _ message: String) -> FieldError {
    FieldError(field: field, code: "rejected", message: message)
}

@Suite struct ProviderRefusalTests {
    @Test func `the usual envelope, its message alone`() throws {
        let found = try rejection(#"{"response_code":"01","response_message":"card_details.card_number is invalid","data":null}"#)
        #expect(found.code == "01")
        #expect(found.message == "card_details.card_number is invalid")
        #expect(found.errors == [rejected("cardDetails.cardNumber", "card_details.card_number is invalid")])
    }

    @Test(arguments: [
        #"{"response_message":"bad","error":"amount is too small"}"#,
        #"{"response_message":"bad","errors":["amount is too small"]}"#,
        #"{"response_message":"bad","errors":{"amount":"is too small"}}"#,
        #"{"response_message":"bad","errors":{"payment_details":{"amount":["is too small"]}}}"#,
        #"{"response_message":"bad","errors":{"payment_details.amount":"is too small"}}"#,
        #"{"response_message":"bad","errors":[{"field":"amount","message":"is too small"}]}"#,
        #"{"response_message":"bad","errors":[{"param":"amount","msg":"is too small"}]}"#,
        #"{"response_message":"bad","errors":[{"path":["payment_details","amount"],"message":"is too small"}]}"#,
        #"{"response_message":"bad","error":{"field":"amount","description":"is too small"}}"#,
        #"{"response_message":"bad","details":[{"property":"amount","constraints":{"min":"is too small"}}]}"#,
        #"{"response_message":"bad","data":{"errors":[{"field":"amount","message":"is too small"}]}}"#,
        #"{"response_message":["amount is too small"]}"#,
        #"{"response_message":{"amount":"is too small"}}"#,
        #"{"statusCode":400,"message":["amount is too small"]}"#,
        #"{"error":true,"message":"amount is too small"}"#,
    ]) func `each shape of messages gives the field and its message`(body: String) throws {
        let errors = try rejection(body).errors
        #expect(errors.map(\.field) == ["amount"])
        #expect(errors.first?.message.hasSuffix("is too small") == true)
    }

    @Test func `all messages are given, each once`() throws {
        let body = #"{"errors":{"card_number":["bad","worse"],"email":"bad"},"error":["email: bad","email: bad"],"response_message":"refused"}"#
        let found = try rejection(body)
        #expect(found.message == "refused")
        #expect(
            found.errors == [
                rejected("cardDetails.cardNumber", "bad"), rejected("cardDetails.cardNumber", "worse"), rejected("customerDetails.email", "bad"),
                rejected("customerDetails.email", "email: bad"),
            ])
    }

    @Test func `a field that is none of ours is named in the message`() throws {
        #expect(try rejection(#"{"errors":{"payment_method":"must be CARD"}}"#).errors == [rejected("$", "payment_method: must be CARD")])
    }

    @Test(arguments: ["", "<html>", "[]", "null", "{}", #"{"response_message":null,"error":false,"errors":[]}"#, #"{"response_message":""}"#])
    func `a 400 without a message is still a refusal`(body: String) throws {
        let found = try rejection(body)
        #expect(found.code == "400")
        #expect(found.message == "iFortePay refused the request")
        #expect(found.errors == [rejected("$", "iFortePay refused the request without a reason")])
    }

    @Test func `neither field names nor messages echo a card number`() throws {
        let body =
            #"{"response_code":"4111111111111111","response_message":"4111111111111111","#
            + #""errors":{"4111111111111111":"x","card_number":"4111 1111 1111 1111 fails","item_details.4111111111111111.qty":"y"}}"#
        let found = try rejection(body)
        for text in [found.code, found.message] + found.errors.flatMap({ [$0.field, $0.message] }) {
            #expect(!text.contains("4111"))
        }
        #expect(found.errors.count == 3)
    }

    @Test func `a provider that quotes the request's headers does not bring a credential back`() throws {
        let credential = "TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5"  // printf MCP2024000001:0x00112233445566778899 | base64
        let quote = "Authorization: Basic \(credential), secret 0x00112233445566778899, key h4shK3y/with+b64="
        let found = try rejection(#"{"response_code":"01","response_message":"\#(quote)","errors":{"x":"\#(quote)"}}"#)
        for text in [found.message] + found.errors.map(\.message) {
            #expect(text.contains("Authorization: Basic *****"))
            for secret in [credential, "0x0011", "h4shK3y"] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `no more than fifty messages are kept`() throws {
        let list = (0..<200).map { "\"m\($0)\"" }.joined(separator: ",")
        #expect(try rejection(#"{"errors":[\#(list)]}"#).errors.count == 50)
    }
}
