import COpenSSL
public import Secrets

extension HMACSHA256 {
    /// A key for many messages. What depends on the key alone, the first block of each of the two digests that a code is made of (RFC 2104
    /// section 4), is computed once; a short message's code then takes a third of the time.
    ///
    /// The unsafe pointer: states that are copied for each code, never written to after they were made, and wiped before they are freed.
    public final class Key: Sendable {
        private static let blockByteCount = 64
        private static let innerPad: UInt8 = 0x36
        private static let outerPad: UInt8 = 0x5C

        nonisolated(unsafe) private let states = UnsafeMutablePointer<copenssl_hmac_sha256_key>.allocate(capacity: 1)

        /// Takes what it needs of a key, which must not be empty: a code under no key, or under one that was wiped, proves nothing, and anybody could
        /// make it.
        public init(_ key: SecretBytes) {
            precondition(!key.isEmpty, "an HMAC key is empty or was wiped")
            states.initialize(to: copenssl_hmac_sha256_key())
            withUnsafeTemporaryAllocation(byteCount: Self.blockByteCount, alignment: 1) { block in
                Self.fill(block, with: key)
                for index in block.indices { block[index] ^= Self.innerPad }
                required(copenssl_hmac_sha256_begin(&states.pointee.inner, block.baseAddress))
                for index in block.indices { block[index] ^= Self.innerPad ^ Self.outerPad }
                required(copenssl_hmac_sha256_begin(&states.pointee.outer, block.baseAddress))
                OPENSSL_cleanse(block.baseAddress, block.count)
            }
        }

        deinit {
            OPENSSL_cleanse(states, MemoryLayout<copenssl_hmac_sha256_key>.size)
            states.deallocate()
        }

        /// The authentication code of a message.
        public func code(for message: [UInt8]) -> [UInt8] {
            message.withUnsafeBytes { withCode(for: $0) { Array($0) } }
        }

        /// Whether `code` is the message's, compared in constant time.
        public func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
            code.withUnsafeBytes { code in message.withUnsafeBytes { isValid(code, for: $0) } }
        }

        /// The same, of a code and a message that are lent.
        public func isValid(_ code: UnsafeRawBufferPointer, for message: UnsafeRawBufferPointer) -> Bool {
            withCode(for: message) { constantTimeEqual(code, $0) }
        }

        /// The same, of a code in hexadecimal digits of either case; what is no hexadecimal is no code.
        public func isValid(hexadecimal code: UnsafeRawBufferPointer, for message: UnsafeRawBufferPointer) -> Bool {
            withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) { bytes in
                Hex.decode(code, into: bytes) && isValid(UnsafeRawBufferPointer(bytes), for: message)
            }
        }

        private func withCode<Result>(for message: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            defer { extendLifetime(self) }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { code in
                required(copenssl_hmac_sha256(states, message.baseAddress, message.count, code.baseAddress))
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
    }
}
