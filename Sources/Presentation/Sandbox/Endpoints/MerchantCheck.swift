import Crypto
import HTTPServer
import IFortePay
import Payments
import Secrets

/// Whether a request comes from the merchant: its Basic credentials and its `x-req-signature`, as iFortePay checks them.
struct MerchantCheck: Sendable {
    private let authorization: SecretBytes
    private let hashKey: SecretBytes

    init(_ merchant: CredentialToken) {
        var credential = SecretBuffer()
        Array("\(merchant.merchant.rawValue):".utf8).withUnsafeBytes { credential.append($0) }
        merchant.secretUnbound.withUnsafeBytes { credential.append($0) }
        authorization = Base64.encode(credential.finish())
        hashKey = merchant.hashKey
    }

    /// What is refused before the body is read; nil when nothing is.
    func refusal(of headers: RequestHeaders) -> ProviderAnswer? {
        guard let given = headers.secret(named: "authorization") else {
            return .unauthorized("the Authorization header is missing")
        }
        guard isOurs(given) else {
            return .unauthorized("the Authorization header is not Basic with this merchant's id and secret")
        }
        guard !headers.contains("sub-merchant-id") else {
            return ProviderAnswer(status: 403, .unauthorized, error: "the merchant has no sub-merchant of this name")
        }
        return nil
    }

    /// Whether the signature is the one over these two ids. Hex in lower case, as iFortePay documents it.
    func accepts(signature: SecretBytes?, externalID: String, orderID: String) -> Bool {
        guard let signature, let expected = RequestSignature.value(hashKey: hashKey, externalID: externalID, orderID: orderID) else { return false }
        return signature == SecretBytes(utf8: expected)
    }

    private func isOurs(_ header: SecretBytes) -> Bool {
        let scheme = Array("basic ".utf8)
        return header.withUnsafeBytes { bytes in
            // Setting the bit of 0x20 makes ASCII letters small, and leaves a space one.
            guard bytes.prefix(scheme.count).map({ $0 | 0x20 }) == scheme else { return false }
            return SecretBytes(bytes.dropFirst(scheme.count)) == authorization
        }
    }
}
