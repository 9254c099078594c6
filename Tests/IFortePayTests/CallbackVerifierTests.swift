import Crypto
import IFortePay
import Payments
import Secrets
import Testing

/// Signatures computed with `printf '%s' '<data>' | openssl dgst -sha256 -hmac '<key>'`.
@Suite struct CallbackVerifierTests {
    private let compact = #"{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}"#
    private let spaced = #"{"transactionId": "TXN-001", "amount": 10000, "paymentStatus": "SUCCESS"}"#
    /// Of `compact` and of `spaced` with `h4shK3y/with+b64=`, of `compact` with `rotated-key-2`, of `null`.
    private let signature = "f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd"
    private let spacedSignature = "b13d011820625ac4dc7dc03d152df0eb843d383125f865082e4c477c780b7ed9"
    private let rotatedSignature = "7fcbc0452a8ce5086041646b6ee1a5e3f8b9dc26ea74af34704c707b48567b22"
    private let nullSignature = "53abffccdfbb4c4f55cdb4f5dc1b7d2d82b541f136f1b3265867b10284928189"
    /// `printf '%s' '<compact>' | openssl dgst -sha256`
    private let digest = "806d4db14b438d8e3b56587195f0493e1756521c2512a05bc0846a9db76c68cc"

    private static let rotated = SecretBytes(utf8: "rotated-key-2")
    private let verifier = IFortePayCallbackVerifier(merchants: [
        CallbackKeys(merchant: Sample.otherMerchant, keys: [SecretBytes(utf8: "other-key")]),
        CallbackKeys(merchant: Sample.merchant, keys: [Sample.hashKey, rotated]),
    ])

    private func body(_ data: String, _ signature: String) -> [UInt8] {
        Array(#"{"event":"payment.success","data":\#(data),"signature":"\#(signature)"}"#.utf8)
    }

    private func verified(_ body: [UInt8], merchant: MerchantID? = Sample.merchant) -> VerifiedCallback? {
        if case .verified(let callback) = verifier.verify(body: SecretBytes(body), merchant: merchant) { callback } else { nil }
    }

    private func isRefused(_ body: String) -> Bool {
        if case .refused = verifier.verify(body: SecretBytes(utf8: body), merchant: Sample.merchant) { true } else { false }
    }

    @Test func `a genuine callback names merchant, event, content, digest and body`() throws {
        let body = body(compact, signature)
        let callback = try #require(verified(body))
        #expect(callback.merchant == Sample.merchant)
        #expect(callback.event == "payment.success")
        #expect(callback.content.transactionID == "TXN-001")
        #expect(callback.content.amount == 10000)
        #expect(callback.content.statusWord == "SUCCESS")
        #expect(callback.contentDigest == Hex.decode(digest))
        #expect(callback.body == body)
    }

    @Test func `the signature's hex may be in either case`() {
        #expect(verified(body(compact, signature.uppercased())) != nil)
    }

    @Test func `white space in data is signed as received, or not at all`() throws {
        let asReceived = try #require(verified(body(spaced, spacedSignature)))
        let minified = try #require(verified(body(spaced, signature)))
        let outside = try #require(verified(body("\n  \(compact)\t", signature)))
        #expect(verified(body(compact, spacedSignature)) == nil)
        // One content, one identity.
        for callback in [asReceived, minified, outside] { #expect(callback.contentDigest == Hex.decode(digest)) }
    }

    @Test func `a further key verifies during a rotation`() {
        #expect(verified(body(compact, rotatedSignature)) != nil)
    }

    @Test func `without a merchant every key is tried and the one that verifies names it`() {
        #expect(verified(body(compact, signature), merchant: nil)?.merchant == Sample.merchant)
        let own = CallbackSigner.signature(of: Array(compact.utf8), key: SecretBytes(utf8: "other-key"))
        #expect(verified(body(compact, own), merchant: nil)?.merchant == Sample.otherMerchant)
    }

    @Test func `another merchant's signature does not verify under this one's name`() {
        #expect(verified(body(compact, signature), merchant: Sample.otherMerchant) == nil)
        #expect(verified(body(compact, signature), merchant: MerchantID("UNKNOWN")) == nil)
    }

    @Test func `names are compared after unescaping`() {
        let body = #"{"d\u0061ta":\#(compact),"signatur\u0065":"\#(signature)"}"#
        #expect(verified(Array(body.utf8)) != nil)
    }

    @Test func `a byte order mark in front is skipped and stays in the body`() throws {
        let body = [0xEF, 0xBB, 0xBF] + body(compact, signature)
        #expect(try #require(verified(body)).body == body)
    }

    @Test func `a signature over data that is no object is genuine and has no content`() throws {
        let callback = try #require(verified(body("null", nullSignature)))
        #expect(callback.content == CallbackContent(transactionID: nil, externalID: nil, orderID: nil, statusWord: nil, amount: nil, currency: nil))
    }

    @Test func `a top-level name given twice makes the body unverifiable, also when it is escaped once`() {
        #expect(isRefused(#"{"data":\#(compact),"data":\#(compact),"signature":"\#(signature)"}"#))
        #expect(isRefused(#"{"data":\#(compact),"d\u0061ta":{"amount":1},"signature":"\#(signature)"}"#))
        #expect(isRefused(#"{"event":"a","event":"b","data":\#(compact),"signature":"\#(signature)"}"#))
    }

    @Test func `data or signature missing, null or of another kind is refused`() {
        #expect(isRefused(#"{"signature":"\#(signature)"}"#))
        #expect(isRefused(#"{"data":\#(compact)}"#))
        let texts = ["", "abc", "\(signature) ", "\(signature)00", "0x\(signature)"].map { "\"\($0)\"" }
        for value in ["null", "5", "[]", #"{"hex":"\#(signature)"}"#] + texts {
            #expect(isRefused(#"{"data":\#(compact),"signature":\#(value)}"#), "\(value)")
        }
    }

    @Test func `a single changed byte is refused`() {
        #expect(isRefused(String(decoding: body(compact.replacing("10000", with: "10001"), signature), as: UTF8.self)))
        #expect(isRefused(String(decoding: body(compact, "0" + signature.dropFirst()), as: UTF8.self)))
        #expect(isRefused(String(decoding: body(compact, String(signature.dropLast(2))), as: UTF8.self)))
    }

    @Test(arguments: ["", " ", "null", "[]", "\"x\"", "5", "{", #"{"data":{},}"#, "{\"data\":\u{1}}", #"{"data":1}{"#])
    func `what is no JSON object is malformed, with a message`(body: String) {
        guard case .malformed(let message) = verifier.verify(body: SecretBytes(utf8: body), merchant: nil) else {
            Issue.record("not malformed")
            return
        }
        #expect(!message.isEmpty)
    }

    @Test func `an empty key verifies nothing`() {
        let verifier = IFortePayCallbackVerifier(merchants: [CallbackKeys(merchant: Sample.merchant, keys: [SecretBytes(utf8: "")])])
        // printf '%s' '<compact>' | openssl dgst -sha256 -hmac ''
        let unkeyed = "5a728d8b5cf3ffacbeeeab9b597fc857575a6a9a8a7ab9d3f1539963ed58abe1"
        if case .verified = verifier.verify(body: SecretBytes(body(compact, unkeyed)), merchant: nil) { Issue.record("verified without a key") }
    }

    @Test func `only payload-hmac is built`() {
        #expect(CallbackScheme.allCases.filter(\.isBuilt) == [.payloadHMAC])
        let keys = CallbackKeys(merchant: Sample.merchant, keys: [Sample.hashKey])
        let verifier = IFortePayCallbackVerifier(merchants: [keys], schemes: [.mcpSignature])
        if case .verified = verifier.verify(body: SecretBytes(body(compact, signature)), merchant: nil) {
            Issue.record("verified by a scheme that is not built")
        }
    }
}
