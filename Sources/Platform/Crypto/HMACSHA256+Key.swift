import COpenSSL
public import Secrets

extension HMACSHA256 {
    /// A key for many messages. What depends on the key alone, the first block of each of the two digests that a code is made of (RFC 2104
    /// section 4), is computed once; a short message's code then takes a third of the time.
    ///
    /// The unsafe pointers: contexts that are copied for each code and never written to after they were made. OpenSSL wipes them when they are freed.
    public final class Key: Sendable {
        private static let blockByteCount = 64
        private static let innerPad: UInt8 = 0x36
        private static let outerPad: UInt8 = 0x5C

        nonisolated(unsafe) private let inner = required(EVP_MD_CTX_new())
        nonisolated(unsafe) private let outer = required(EVP_MD_CTX_new())

        /// Takes what it needs of a key, which must not be empty: a code under no key, or under one that was wiped, proves nothing, and anybody could
        /// make it.
        public init(_ key: SecretBytes) {
            precondition(!key.isEmpty, "an HMAC key is empty or was wiped")
            withUnsafeTemporaryAllocation(byteCount: Self.blockByteCount, alignment: 1) { block in
                Self.fill(block, with: key)
                for index in block.indices { block[index] ^= Self.innerPad }
                Self.begin(inner, with: block)
                for index in block.indices { block[index] ^= Self.innerPad ^ Self.outerPad }
                Self.begin(outer, with: block)
                OPENSSL_cleanse(block.baseAddress, block.count)
            }
        }

        deinit {
            EVP_MD_CTX_free(inner)
            EVP_MD_CTX_free(outer)
        }

        /// The authentication code of a message.
        public func code(for message: [UInt8]) -> [UInt8] {
            message.withUnsafeBytes { withCode(for: $0) { Array($0) } }
        }

        /// Whether `code` is the message's, compared in constant time.
        public func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
            message.withUnsafeBytes { isValid(code, for: $0) }
        }

        /// The same, of a message that is lent.
        public func isValid(_ code: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
            withCode(for: message) { right in code.withUnsafeBytes { constantTimeEqual($0, right) } }
        }

        private func withCode<Result>(for message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            let state = required(EVP_MD_CTX_new())
            defer { EVP_MD_CTX_free(state) }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { code in
                required(EVP_MD_CTX_copy_ex(state, inner))
                required(EVP_DigestUpdate(state, message.baseAddress, message.count))
                required(EVP_DigestFinal_ex(state, code.baseAddress, nil))
                required(EVP_MD_CTX_copy_ex(state, outer))
                required(EVP_DigestUpdate(state, code.baseAddress, code.count))
                required(EVP_DigestFinal_ex(state, code.baseAddress, nil))
                return body(UnsafeRawBufferPointer(code))
            }
        }

        /// The key as one block: filled up with zeros, or, where it is longer, its digest (RFC 2104 section 2).
        private static func fill(_ block: UnsafeMutableRawBufferPointer, with key: SecretBytes) {
            block.initializeMemory(as: UInt8.self, repeating: 0)
            key.withUnsafeBytes { key in
                if key.count <= block.count {
                    block.copyMemory(from: key)
                } else {
                    required(EVP_Digest(key.baseAddress, key.count, block.baseAddress, nil, Algorithms.sha256, nil))
                }
            }
        }

        private static func begin(_ context: OpaquePointer, with block: UnsafeMutableRawBufferPointer) {
            required(EVP_DigestInit_ex2(context, Algorithms.sha256, nil))
            required(EVP_DigestUpdate(context, block.baseAddress, block.count))
        }
    }
}
