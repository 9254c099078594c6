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
        return text.withUTF8 { decode($0) }
    }

    /// The bytes that a part of a text stands for, in the same way.
    public static func decode(_ text: Substring) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    private static func decode(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var areDigits = true
        let bytes = [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
            count = digits.count / 2
            for index in 0..<count {
                let (high, low) = (value(of: digits[2 * index]), value(of: digits[2 * index + 1]))
                areDigits = areDigits && (high | low) < 16
                bytes[index] = high << 4 | low & 15
            }
        }
        return areDigits ? bytes : nil
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// 16 or more for what is no digit.
    @inline(__always)
    private static func value(of digit: UInt8) -> UInt8 {
        let number = digit &- UInt8(ascii: "0")
        if number < 10 { return number }
        let letter = (digit | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : .max
    }
}
