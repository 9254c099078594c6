import Crypto
import MerchantStore
import Secrets
import Testing

@Suite struct WebhookSecretTests {
    private func fault(_ text: String) -> WebhookSecret.Fault? {
        do throws(WebhookSecret.Fault) {
            _ = try WebhookSecret(parsing: SecretBytes(utf8: text))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [24, 32, 64]) func `24 to 64 bytes in base64 are a secret`(count: Int) {
        #expect(fault("whsec_" + Base64.encode([UInt8](repeating: 7, count: count))) == nil)
    }

    @Test(arguments: [0, 1, 23, 65]) func `another length is none`(count: Int) {
        #expect(fault("whsec_" + Base64.encode([UInt8](repeating: 7, count: count))) == .wrongLength(count))
    }

    @Test(arguments: [
        "", "whsec", "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ])
    func `the prefix must be there`(text: String) {
        #expect(fault(text) == .noPrefix)
    }

    @Test(arguments: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"])
    func `what follows must be base64`(text: String) {
        #expect(fault(text) == .notBase64)
    }

    @Test func `a fault says the rule and nothing of the text`() {
        #expect("\(WebhookSecret.Fault.noPrefix)" == "must begin with whsec_")
        #expect("\(WebhookSecret.Fault.notBase64)" == "must be base64 with its padding after whsec_")
        #expect("\(WebhookSecret.Fault.wrongLength(5))" == "must stand for 24 to 64 bytes after whsec_, not 5")
    }

    /// The example of Standard Webhooks; computed again with
    /// `printf 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<the decoded secret> -binary | base64`
    @Test func `the signature is that of Standard Webhooks`() throws {
        let secret = try WebhookSecret(parsing: SecretBytes(utf8: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = WebhookSignature.value(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8), secret: secret)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `printing a secret or an address shows neither key nor base64`() throws {
        let secret = try WebhookSecret(parsing: SecretBytes(utf8: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        var dumped = ""
        dump(MerchantStoreAddress(url: "https://shop.example/", secret: secret), to: &dumped)
        #expect(!dumped.contains("MfKQ9r8G") && !"\(secret)".contains("MfKQ9r8G"))
    }
}
