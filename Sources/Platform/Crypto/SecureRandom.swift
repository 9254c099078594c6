import COpenSSL
public import Secrets

/// Random numbers that nobody can guess, from OpenSSL's generator, which the kernel seeds.
public enum SecureRandom {
    /// So many random bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
            filled = count
        }
    }

    /// A random number of 64 bits.
    public static func uint64() -> UInt64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1) { buffer in
            buffer.initialize(repeating: 0)
            fill(UnsafeMutableRawBufferPointer(buffer))
            return buffer[0]
        }
    }

    /// So many random bytes that are wiped when they are done with.
    public static func secretBytes(_ count: Int) -> SecretBytes {
        SecretBytes(capacity: count) { buffer in
            fill(buffer)
            return count
        }
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        required(RAND_bytes_ex(nil, buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count, 0))
    }
}
