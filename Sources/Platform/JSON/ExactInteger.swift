/// The value of a number token, by its digits alone: no binary fraction, no power of ten that the exponent would like to have.
enum ExactInteger {
    /// The most digits that an `Int64` has.
    private static let maximumDigits = 19
    /// Where an exponent stops growing: beyond what the digits of a 4 GiB document could make up for.
    private static let exponentLimit = 1 << 40

    static func value(of token: Range<Int>, in bytes: ByteView) -> Int64? {
        let isNegative = bytes[token.lowerBound] == ASCII.minus
        let mark = token.first { ASCII.isExponentMark(bytes[$0]) } ?? token.upperBound
        let digits = token.lowerBound + (isNegative ? 1 : 0)..<mark
        guard let mantissa = Mantissa(digits, in: bytes) else { return nil }
        guard mantissa.digits > 0 else { return 0 }
        let exponent = mark < token.upperBound ? exponent(mark + 1..<token.upperBound, in: bytes) : 0
        let zeros = exponent + mantissa.exponent
        guard zeros >= 0, mantissa.digits + zeros <= maximumDigits else { return nil }
        // At most 19 digits: below 2^64.
        let magnitude = (0..<zeros).reduce(mantissa.value) { value, _ in value * 10 }
        return isNegative ? Int64(exactly: Int128(magnitude) * -1) : Int64(exactly: magnitude)
    }

    /// A mantissa as `value` · 10^`exponent`, where `value` does not end in a zero and has `digits` digits, none for zero. Nil when it has more than
    /// an `Int64` can: with its last digit not zero it is too large or no whole number, whatever the exponent.
    private struct Mantissa {
        var value: UInt64 = 0
        var digits = 0
        var exponent = 0

        init?(_ range: Range<Int>, in bytes: ByteView) {
            var isFraction = false
            var zeros = 0
            for byte in bytes[range] {
                if byte == ASCII.point {
                    isFraction = true
                    continue
                }
                if isFraction { exponent -= 1 }
                if byte == ASCII.zero {
                    zeros += digits > 0 ? 1 : 0
                    continue
                }
                digits += zeros + 1
                guard digits <= maximumDigits else { return nil }
                for _ in 0...zeros { value *= 10 }
                value += UInt64(byte &- ASCII.zero)
                zeros = 0
            }
            exponent += zeros
        }
    }

    private static func exponent(_ range: Range<Int>, in bytes: ByteView) -> Int {
        var value = 0
        for byte in bytes[range] where ASCII.isDigit(byte) && value < exponentLimit {
            value = value * 10 + Int(byte - ASCII.zero)
        }
        return bytes[range.lowerBound] == ASCII.minus ? -value : value
    }
}
