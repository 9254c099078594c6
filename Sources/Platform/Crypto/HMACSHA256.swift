import COpenSSL
public import Secrets

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// How many bytes a code has.
    public static let byteCount = 32

    /// The authentication code of a message. The key must not be empty: a code under no key, or under one that was wiped, proves nothing, and anybody
    /// could make it.
    public static func code(for message: [UInt8], key: SecretBytes) -> [UInt8] {
        Key(key).code(for: message)
    }

    /// Whether `code` is the message's, compared in constant time.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: SecretBytes) -> Bool {
        Key(key).isValid(code, for: message)
    }
}
