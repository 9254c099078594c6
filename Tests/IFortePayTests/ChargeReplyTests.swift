import HTTPClient
import Payments
import Secrets
import Testing

@testable import IFortePay

private func outcome(_ status: Int, _ body: String, _ authentication: Authentication = .threeDS) -> AttemptOutcome {
    ChargeReply(OutboundResponse(status: status, body: Array(body.utf8)), to: Sample.charge(authentication: authentication), of: Sample.account)
        .outcome
}

extension AttemptOutcome {
    fileprivate var isUnanswered: Bool { if case .unanswered = self { true } else { false } }
}

@Suite struct ChargeReplyTests {
    private let approval = """
        {"response_code":"00","response_message":"Success","data":{"token":"t","status":"SUCCESS","transaction_code":"00",
         "transaction_description":"Approved","transaction_data":{"external_id":"ext-0001","transaction_id":"4eab1441","approval_code":"A1"}}}
        """
    private let decline = """
        {"response_code":"00","response_message":"Success","data":{"status":"FAILED","transaction_code":"1026",
         "transaction_description":"number 4111 1111 1111 1111 does not match","transaction_data":{"transaction_id":"4eab1441"}}}
        """

    @Test(arguments: ["https://bcapg-stg.mcpayment.id/payment/process/?refno=12345678", "http://127.0.0.1:8090/pay/1", "HTTPS://x"])
    func `00 with a link is a redirect`(link: String) {
        let body = #"{"response_code":"00","response_message":"Success","data":{"link":"\#(link)"}}"#
        #expect(outcome(200, body) == .redirect(url: link, responseCode: "00", responseMessage: "Success"))
        #expect(outcome(201, body) == .redirect(url: link, responseCode: "00", responseMessage: "Success"))
    }

    @Test(arguments: [
        #"null"#, #"{}"#, #"{"link":null}"#, #"{"link":""}"#, #"{"link":5}"#, #"{"html":"<form>"}"#, #"{"link":"javascript:alert(1)"}"#,
        #"{"link":"ftp://x/"}"#, #"{"link":"https://"}"#, #"{"link":"https://a b"}"#, #"{"link":"//x/y"}"#, #"{"link":"https://shop@evil.example/"}"#,
        #""https://x/""#, #"["https://x/"]"#,
    ]) func `00 without a link that a browser can follow is no answer`(data: String) {
        #expect(outcome(200, #"{"response_code":"00","response_message":"Success","data":\#(data)}"#).isUnanswered)
    }

    @Test func `a link longer than browsers take is no link`() {
        let link = "https://x/" + String(repeating: "a", count: 4087)
        #expect(outcome(200, #"{"response_code":"00","data":{"link":"\#(link)"}}"#).isUnanswered)
    }

    @Test func `a direct charge with status SUCCESS is approved`() {
        #expect(
            outcome(200, approval, .direct)
                == .approved(transactionID: "4eab1441", approvalCode: "A1", responseCode: "00", responseMessage: "Success"))
    }

    @Test func `a direct charge with status FAILED is declined with the acquirer's code, though the response code is 00`() {
        #expect(
            outcome(200, decline, .direct)
                == .declined(code: "1026", message: "number **** **** **** **** does not match", transactionID: "4eab1441"))
    }

    @Test func `a decline without the acquirer's code has the provider's`() {
        let body = #"{"response_code":"00","response_message":"Success","data":{"status":"FAILED"}}"#
        #expect(outcome(200, body, .direct) == .declined(code: "00", message: "Success", transactionID: nil))
    }

    @Test(arguments: [#"{"status":"PENDING"}"#, #"{"status":"success"}"#, #"{"status":null}"#, "{}", "null", #"{"link":"https://x/"}"#])
    func `a direct charge with 00 and another status may have been taken`(data: String) {
        #expect(outcome(200, #"{"response_code":"00","response_message":"Success","data":\#(data)}"#, .direct).isUnanswered)
    }

    @Test(arguments: [Authentication.threeDS, .direct], [200, 299, 402, 403, 404, 409, 422, 429, 499])
    func `another code is a decline, also with a 4xx`(authentication: Authentication, status: Int) {
        let body = #"{"response_code":"03","response_message":"failed","data":null}"#
        #expect(outcome(status, body, authentication) == .declined(code: "03", message: "failed", transactionID: nil))
    }

    @Test(arguments: [Authentication.threeDS, .direct], [402, 403, 404, 409, 422, 429])
    func `a 4xx that says 00 or nothing known is no answer`(authentication: Authentication, status: Int) {
        #expect(outcome(status, approval, authentication).isUnanswered)
        #expect(outcome(status, "<html>Forbidden</html>", authentication).isUnanswered)
        #expect(outcome(status, "", authentication).isUnanswered)
    }

    @Test(arguments: [
        "", " ", "<html>", "null", "[]", "\"00\"", "{}", #"{"response_code":"00"#, #"{"response_code":null}"#, #"{"response_code":""}"#,
        #"{"response_code":0,"data":{"link":"https://x/"}}"#, #"{"data":{"link":"https://x/"}}"#,
        #"{"response_code":"03","response_code":"00","data":{"link":"https://x/"}}"#,
        #"{"response_code":"00","data":{"link":"https://x/","l\u0069nk":"https://y/"}}"#,
        #"{"response_code":"00","data":{"link":"https://x/"},}"#, "\u{FEFF}" + #"{"response_code":"00","data":{"link":"https://x/"}}"#,
        String(repeating: "[", count: 10_000),
    ]) func `what is not the provider's shape is no answer`(body: String) {
        #expect(outcome(200, body).isUnanswered)
        #expect(outcome(200, body, .direct).isUnanswered)
    }

    @Test(arguments: [301, 302, 303, 307, 308, 100, 600, 999]) func `a redirect or an unknown status is no answer`(status: Int) {
        #expect(outcome(status, #"{"response_code":"00","data":{"link":"https://x/"}}"#).isUnanswered)
        #expect(outcome(status, approval, .direct).isUnanswered)
    }

    @Test(arguments: [500, 502, 503, 504, 599]) func `a 5xx is the provider's fault, whatever its body says`(status: Int) {
        let envelope = #"{"response_code":"98","response_message":"system error"}"#
        #expect(outcome(status, envelope) == .providerFault(status: status, message: "system error"))
        #expect(outcome(status, approval, .direct) == .providerFault(status: status, message: "Success"))
        #expect(outcome(status, "<html>Bad Gateway</html>") == .providerFault(status: status, message: ""))
    }

    @Test func `401 is unauthorized, with or without the provider's words`() {
        #expect(
            outcome(401, #"{"response_code":"04","response_message":"unauthorized merchant","data":null}"#)
                == .unauthorized(responseCode: "04", message: "unauthorized merchant"))
        #expect(outcome(401, "") == .unauthorized(responseCode: "401", message: "iFortePay does not accept the merchant id or its secret"))
    }

    @Test func `a decline's code and message do not carry a card number or the CVV`() {
        let body = #"{"response_code":"4111111111111111","response_message":"cvv 917 of 4111111111111111 wrong"}"#
        #expect(outcome(200, body) == .declined(code: "****************", message: "cvv *** of **************** wrong", transactionID: nil))
    }

    @Test(arguments: [#""""#, #""a b""#, "5", "null", "\"\(String(repeating: "x", count: 129))\""]) func `what cannot be an id is none`(id: String) {
        let body = #"{"response_code":"00","response_message":"S","data":{"status":"SUCCESS","transaction_data":{"transaction_id":\#(id)}}}"#
        #expect(outcome(200, body, .direct) == .approved(transactionID: nil, approvalCode: nil, responseCode: "00", responseMessage: "S"))
    }
}
