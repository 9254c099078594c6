public import Secrets

/// Base64 with the standard alphabet and padding (RFC 4648 section 4), strict: no white space, no missing or superfluous padding, and no other text
/// than the one that `encode` gives for the same bytes.
public enum Base64 {
    /// The text of lent bytes.
    public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { buffer in
            encode(bytes, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// The text of bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { encode($0) }
    }

    /// The text of a secret, as much a secret as that.
    public static func encode(_ secret: SecretBytes) -> SecretBytes {
        secret.withUnsafeBytes { bytes in
            SecretBytes(capacity: encodedCount(bytes.count)) { buffer in encode(bytes, into: buffer) }
        }
    }

    /// The bytes that a text stands for; nil when it is not base64.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { characters in
            var isWellFormed = false
            let bytes = [UInt8](unsafeUninitializedCapacity: decodedCapacity(characters.count)) { buffer, count in
                let decoded = decode(UnsafeRawBufferPointer(characters), into: UnsafeMutableRawBufferPointer(buffer))
                isWellFormed = decoded != nil
                count = decoded ?? 0
            }
            return isWellFormed ? bytes : nil
        }
    }

    /// The secret that a text stands for, in no other place than the answer; nil when it is not base64.
    public static func decodeSecret(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
        struct Malformed: Error {}
        return try? SecretBytes(capacity: decodedCapacity(text.count)) { buffer throws(Malformed) in
            guard let count = decode(text, into: buffer) else { throw Malformed() }
            return count
        }
    }

    /// The secret that a text stands for; nil when it is not base64.
    public static func decodeSecret(_ text: String) -> SecretBytes? {
        var text = text
        return text.withUTF8 { decodeSecret(UnsafeRawBufferPointer($0)) }
    }
}

extension Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let padding = UInt8(ascii: "=")

    private static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }
    private static func decodedCapacity(_ count: Int) -> Int { count / 4 * 3 }

    private static func encode(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let sextet = Int(bits >> UInt32(18 - 6 * index)) & 0x3F
                text[count] = index <= group.count ? alphabet.utf8Start[sextet] : padding
                count += 1
            }
        }
        return count
    }

    /// Answers how many bytes were written; nil when the text is not base64.
    private static func decode(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Int? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let paddingCount = text.suffix(2).reversed().prefix { $0 == padding }.count
        var bits: UInt32 = 0
        var bitCount = 0
        var count = 0
        for character in text.dropLast(paddingCount) {
            guard let sextet = sextet(of: character) else { return nil }
            bits = bits << 6 | UInt32(sextet)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
                count += 1
            }
        }
        // What is left over would be lost: two texts would stand for the same bytes.
        guard bits & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return count
    }

    private static func sextet(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
