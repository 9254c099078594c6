import Secrets

/// A card number as ASCII digits: never an integer, never a `String`.
enum AccountNumber {
    /// How many digits one has (ISO/IEC 7812-1).
    static let lengths = 8...19

    /// Makes a number of `count` digits; nil when one of them is none or there are too few or too many.
    static func digits(_ count: Int, _ digit: (Int) -> UInt8) -> SecretBytes? {
        guard lengths.contains(count), (0..<count).allSatisfy({ digit($0) <= 9 }) else { return nil }
        return SecretBytes(capacity: count) { target in
            for index in 0..<count { target[index] = UInt8(ascii: "0") + digit(index) }
            return count
        }
    }

    /// The value of tag 5A: two digits to a byte, filled up with F at the right.
    static func unpacked(_ value: SecretBytes) -> SecretBytes? {
        value.withUnsafeBytes { bytes in
            var count = bytes.count * 2
            while count > 0, nibble(count - 1, of: bytes) == 0x0F { count -= 1 }
            return digits(count) { nibble($0, of: bytes) }
        }
    }

    /// Half a byte, the high one first.
    static func nibble(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt8 {
        index.isMultiple(of: 2) ? bytes[index / 2] >> 4 : bytes[index / 2] & 0x0F
    }
}
