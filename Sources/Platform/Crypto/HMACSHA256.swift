import COpenSSL
public import Secrets

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// How many bytes a code has.
    public static let byteCount = 32

    /// The authentication code of a message. The key must not be empty: a code under no key, or under one that was wiped, proves nothing, and anybody
    /// could make it.
    public static func code(for message: UnsafeRawBufferPointer, key: SecretBytes) -> [UInt8] {
        let context = required(EVP_MAC_CTX_dup(Algorithms.hmacSHA256))
        defer { EVP_MAC_CTX_free(context) }
        key.withUnsafeBytes { key in
            precondition(!key.isEmpty, "an HMAC key is empty or was wiped")
            required(EVP_MAC_init(context, key.bindMemory(to: UInt8.self).baseAddress, key.count, nil))
        }
        required(EVP_MAC_update(context, message.bindMemory(to: UInt8.self).baseAddress, message.count))
        return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            required(EVP_MAC_final(context, buffer.baseAddress, &count, byteCount))
            precondition(count == byteCount)
        }
    }

    /// The authentication code of a message.
    public static func code(for message: [UInt8], key: SecretBytes) -> [UInt8] {
        message.withUnsafeBytes { code(for: $0, key: key) }
    }

    /// Whether `code` is the message's, compared in constant time.
    public static func isValid(_ code: [UInt8], for message: UnsafeRawBufferPointer, key: SecretBytes) -> Bool {
        constantTimeEqual(code, Self.code(for: message, key: key))
    }

    /// Whether `code` is the message's, compared in constant time.
    public static func isValid(_ code: [UInt8], for message: [UInt8], key: SecretBytes) -> Bool {
        constantTimeEqual(code, Self.code(for: message, key: key))
    }
}
