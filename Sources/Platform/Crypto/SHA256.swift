import COpenSSL
public import Secrets

/// A SHA-256 digest. `==` is not for comparing with a secret one: that is what `constantTimeEqual` is for.
public struct SHA256Digest: Hashable, Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    /// The digest's 32 bytes.
    public let bytes: [UInt8]

    /// The digest in lower-case hexadecimal.
    public var hex: String { Hex.encode(bytes) }

    init(filledBy fill: (UnsafeMutablePointer<UInt8>?) -> Void) {
        bytes = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            fill(buffer.baseAddress)
            count = Self.byteCount
        }
    }
}

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The digest of lent bytes.
    public static func digest(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
        SHA256Digest { digest in
            required(EVP_Digest(bytes.baseAddress, bytes.count, digest, nil, Algorithms.sha256, nil))
        }
    }

    /// The digest of bytes.
    public static func digest(_ bytes: [UInt8]) -> SHA256Digest {
        bytes.withUnsafeBytes { digest($0) }
    }

    /// The digest of a secret.
    public static func digest(_ secret: SecretBytes) -> SHA256Digest {
        secret.withUnsafeBytes { digest($0) }
    }

    /// A digest over several pieces, one after the other, so that a secret among them need not be copied into a message. Its state is wiped.
    public struct Hasher: ~Copyable {
        private let context: OpaquePointer

        /// Begins with no bytes.
        public init() {
            context = required(EVP_MD_CTX_new())
            required(EVP_DigestInit_ex2(context, Algorithms.sha256, nil))
        }

        deinit {
            EVP_MD_CTX_free(context)
        }

        /// Adds lent bytes.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            required(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
        }

        /// Adds bytes.
        public mutating func update(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { update($0) }
        }

        /// Adds a secret's bytes.
        public mutating func update(_ secret: SecretBytes) {
            secret.withUnsafeBytes { update($0) }
        }

        /// Adds a text's UTF-8 bytes.
        public mutating func update(utf8 text: String) {
            var text = text
            text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
        }

        /// The digest of everything added.
        public consuming func finish() -> SHA256Digest {
            SHA256Digest { digest in required(EVP_DigestFinal_ex(context, digest, nil)) }
        }
    }
}
