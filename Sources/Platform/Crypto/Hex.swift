/// Hexadecimal text.
public enum Hex {
    /// Two lower-case digits a byte.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index * 2] = digit(byte >> 4)
                buffer[index * 2 + 1] = digit(byte & 0x0F)
            }
            return bytes.count * 2
        }
    }

    /// The bytes, from digits of either case; nil for an odd number of digits or anything else among them.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
    }

    /// The bytes that a part of a text stands for, in the same way.
    public static func decode(_ text: Substring) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
    }

    /// The bytes that a text in ASCII stands for, in the same way.
    public static func decode(_ digits: UnsafeRawBufferPointer) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var isHexadecimal = false
        let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { buffer, count in
            count = digits.count / 2
            isHexadecimal = decode(digits, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
        }
        return isHexadecimal ? bytes : nil
    }

    /// Fills `bytes` with what a text in ASCII stands for, in the same way; false if it is no hexadecimal of just so many bytes.
    public static func decode(_ digits: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
        guard digits.count.isMultiple(of: 2), digits.count / 2 == bytes.count else { return false }
        // Looked at once, at the end: without a way out of the loop the processor takes many digits at a time. No index of lent bytes overflows.
        var values: UInt8 = 0
        for index in bytes.indices {
            let (high, low) = (value(of: digits[2 &* index]), value(of: digits[2 &* index &+ 1]))
            values |= high | low
            bytes[index] = high << 4 | low
        }
        return values <= 0x0F
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// A digit's value; 0xFF for what is no digit.
    @inline(__always)
    private static func value(of character: UInt8) -> UInt8 {
        let decimal = character &- UInt8(ascii: "0")
        // The bit in which the cases differ. No character that is neither a digit nor a letter becomes one by it.
        let letter = (character | 0x20) &- UInt8(ascii: "a")
        return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 0xFF
    }
}
