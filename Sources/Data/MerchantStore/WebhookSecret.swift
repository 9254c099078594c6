import Crypto
public import Secrets

/// The secret that the gateway and a merchant store share (Standard Webhooks, "Signature scheme"): `whsec_` and the base64 of 24 to 64 bytes, which are
/// the key.
public struct WebhookSecret: Sendable {
    /// What stands before the base64.
    static let prefix = "whsec_"
    /// How many bytes the key may have.
    static let keyLengths = 24...64

    let key: SecretBytes

    /// Why a text is no such secret. Nothing of the text stands in it.
    public enum Fault: Error, Hashable, Sendable {
        /// It does not begin with `whsec_`.
        case noPrefix
        /// What follows is not base64 with its padding.
        case notBase64
        /// The key has another number of bytes than 24 to 64.
        case wrongLength(Int)
    }

    /// Parses the text as configured.
    public init(parsing text: SecretBytes) throws(Fault) {
        key = try text.withUnsafeBytes { bytes throws(Fault) in
            guard bytes.starts(with: Self.prefix.utf8) else { throw .noPrefix }
            guard let key = Base64.decodeSecret(UnsafeRawBufferPointer(rebasing: bytes[Self.prefix.utf8.count...])) else { throw .notBase64 }
            guard Self.keyLengths.contains(key.count) else { throw .wrongLength(key.count) }
            return key
        }
    }
}

extension WebhookSecret.Fault: CustomStringConvertible {
    /// The rule that is broken, for a person.
    public var description: String {
        switch self {
        case .noPrefix: "must begin with \(WebhookSecret.prefix)"
        case .notBase64: "must be base64 with its padding after \(WebhookSecret.prefix)"
        case .wrongLength(let count):
            "must stand for \(WebhookSecret.keyLengths.lowerBound) to \(WebhookSecret.keyLengths.upperBound) bytes after \(WebhookSecret.prefix), not \(count)"
        }
    }
}
