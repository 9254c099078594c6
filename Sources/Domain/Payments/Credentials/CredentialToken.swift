public import Secrets

/// The credential token of the specification's section 5: `{merchantId}:{secretUnbound}:{hashKey}`. It is never printed.
public struct CredentialToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose token it is; this part is no secret.
    public let merchant: MerchantID
    /// Goes to iFortePay as the password of its Basic authentication.
    public let secretUnbound: SecretBytes
    /// Signs requests and callbacks.
    public let hashKey: SecretBytes

    /// Puts a token together.
    public init(merchant: MerchantID, secretUnbound: SecretBytes, hashKey: SecretBytes) {
        self.merchant = merchant
        self.secretUnbound = secretUnbound
        self.hashKey = hashKey
    }

    /// Takes a token apart, after its base64 was decoded. Only the first two colons separate: a hash key may contain one.
    public init(decoded: SecretBytes) throws(CredentialTokenFault) {
        let parts = decoded.withUnsafeBytes { bytes in
            bytes.split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false).map { SecretBytes($0) }
        }
        guard parts.count == 3 else { throw .missingPart }
        guard let merchant = MerchantID(parts[0].withUnsafeBytes { String(decoding: $0, as: UTF8.self) }) else { throw .merchant }
        guard !parts[1].isEmpty, !parts[2].isEmpty else { throw .emptyPart }
        self.init(merchant: merchant, secretUnbound: parts[1], hashKey: parts[2])
    }

    private static let separator = UInt8(ascii: ":")

    /// The three parts with their colons: what is encoded as base64.
    public var decoded: SecretBytes {
        let name = Array(merchant.rawValue.utf8)
        return SecretBytes(capacity: name.count + secretUnbound.count + hashKey.count + 2) { target in
            var end = 0
            func append(_ bytes: some Collection<UInt8>) {
                for byte in bytes {
                    target[end] = byte
                    end += 1
                }
            }
            append(name)
            append([Self.separator])
            secretUnbound.withUnsafeBytes { append($0) }
            append([Self.separator])
            hashKey.withUnsafeBytes { append($0) }
            return end
        }
    }

    /// Names the merchant and nothing else.
    public var description: String { "\(merchant):<secret>:<secret>" }

    /// As `description`.
    public var debugDescription: String { description }

    /// Hides the secrets from `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["merchant": merchant]) }
}

/// Why a text is no credential token.
public enum CredentialTokenFault: Error, Hashable, Sendable {
    /// It has no two colons.
    case missingPart
    /// The first part is no merchant id.
    case merchant
    /// The secret or the hash key is empty.
    case emptyPart
}
