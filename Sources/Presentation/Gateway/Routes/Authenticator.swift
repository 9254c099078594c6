import Crypto
import HTTPServer
import Payments
import Secrets

/// Finds out whose credential token a request bears (contract, section 1).
struct Authenticator: Sendable {
    private let merchants: [(id: MerchantID, digest: SHA256Digest)]

    /// The digests are of whole tokens: two colons separate the parts, and neither of the first two parts can hold one, so equal tokens have equal parts.
    init(_ tokens: [CredentialToken]) {
        merchants = tokens.map { ($0.merchant, SHA256.digest($0.decoded)) }
    }

    /// The merchant whose three parts the token has; nil when it is missing, given twice, malformed or nobody's.
    func merchant(of headers: RequestHeaders) -> MerchantID? {
        guard let decoded = headers.secret(named: "Authorization").flatMap(Self.decode) else { return nil }
        let digest = SHA256.digest(decoded)
        // All are compared, each in constant time, so that the time taken tells neither which merchant nor how much of a token was right.
        var found: MerchantID?
        for merchant in merchants where constantTimeEqual(merchant.digest, digest) { found = merchant.id }
        return found
    }

    /// The bytes behind `Basic`; the scheme's name is case-insensitive (RFC 9110, section 11.1).
    private static func decode(_ field: SecretBytes) -> SecretBytes? {
        field.withUnsafeBytes { field in
            let scheme = "basic".utf8
            guard field.count > scheme.count, zip(field, scheme).allSatisfy({ $0 | 0x20 == $1 }), field[scheme.count] == UInt8(ascii: " ") else {
                return nil
            }
            let token = field[scheme.count...].drop { $0 == UInt8(ascii: " ") }
            return Base64.decodeSecret(UnsafeRawBufferPointer(rebasing: token))
        }
    }
}
