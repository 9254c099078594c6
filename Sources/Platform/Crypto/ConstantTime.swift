import COpenSSL

/// Whether two byte strings are equal, in a time that tells their lengths apart but not where they differ.
public func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return CRYPTO_memcmp(leftBase, rightBase, left.count) == 0
}

/// Whether two byte strings are equal, in a time that tells their lengths apart but not where they differ.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in
        right.withUnsafeBytes { right in constantTimeEqual(left, right) }
    }
}

/// Whether two digests are equal, in a time that does not tell where they differ.
public func constantTimeEqual(_ left: SHA256Digest, _ right: SHA256Digest) -> Bool {
    constantTimeEqual(left.bytes, right.bytes)
}
