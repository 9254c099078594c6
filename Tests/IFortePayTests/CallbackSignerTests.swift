import IFortePay
import Payments
import Secrets
import Testing

@Suite struct CallbackSignerTests {
    private let data = #"{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}"#
    /// `printf '%s' '<data>' | openssl dgst -sha256 -hmac 'h4shK3y/with+b64='`
    private let signature = "f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd"

    private func signed(_ text: String) throws -> String {
        String(decoding: try CallbackSigner.sign(Array(text.utf8), key: Sample.hashKey), as: UTF8.self)
    }

    @Test func `a signature is put in before the end, everything else stays`() throws {
        let signed = try signed("{ \"event\": \"e\", \"data\" :\(data) \n}\n")
        #expect(signed == "{ \"event\": \"e\", \"data\" :\(data) \n,\"signature\":\"\(signature)\"}\n")
    }

    @Test(arguments: ["\"old\"", "null", "{\"a\":[1]}"]) func `a former signature is replaced`(former: String) throws {
        #expect(try signed(#"{"signature": \#(former) ,"data":\#(data)}"#) == #"{"signature": "\#(signature)" ,"data":\#(data)}"#)
    }

    @Test func `a byte order mark stays in front`() throws {
        #expect(try signed("\u{FEFF}{\"data\":\(data)}") == "\u{FEFF}{\"data\":\(data),\"signature\":\"\(signature)\"}")
    }

    @Test(arguments: ["{}", "[1]", "{\"data\" : 5 }", "{\"data\":\"\\u00e9\"}"]) func `what was signed verifies`(text: String) throws {
        let body = text.contains("data") ? text : "{\"data\":\(text)}"
        let verifier = IFortePayCallbackVerifier(merchants: [CallbackKeys(merchant: Sample.merchant, keys: [Sample.hashKey])])
        if case .verified = verifier.verify(body: SecretBytes(utf8: try signed(body)), merchant: nil) {} else { Issue.record("not verified") }
    }

    @Test func `what cannot be signed is told apart`() {
        #expect(throws: CallbackSigner.Fault.notAnObject) { try signed("[]") }
        #expect(throws: CallbackSigner.Fault.noData) { try signed("{}") }
        #expect(throws: CallbackSigner.Fault.duplicateName) { try signed(#"{"data":1,"data":2}"#) }
        #expect(throws: CallbackSigner.Fault.self) { try signed("{") }
    }
}
