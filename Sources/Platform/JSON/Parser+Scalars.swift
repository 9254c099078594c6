// Strings and numbers (RFC 8259 sections 6 and 7).
extension Parser {
    /// Parses the string whose quote is at the position.
    mutating func parseString() throws(Fault) {
        let start = position
        var hasEscapes = false
        position += 1
        while true {
            skipPlainCharacters()
            guard position < bytes.count else { throw cut }
            let byte = bytes[position]
            if byte == ASCII.quote { break }
            if byte == ASCII.backslash {
                hasEscapes = true
                try parseEscape()
            } else if byte < 0x20 {
                throw Fault(.controlCharacter, at: position)
            } else if byte >= 0x80 {
                try parseMultibyteCharacter()
            } else {
                position += 1
            }
        }
        position += 1
        append(.string, from: start, hasEscapes: hasEscapes)
    }

    /// Goes to the next byte that needs a look, or to one of the last seven bytes.
    @inline(__always) private mutating func skipPlainCharacters() {
        while position <= bytes.count - 8 {
            let special = Self.specialBytes(of: bytes.word(at: position))
            guard special == 0 else {
                position += special.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    /// Marks in a word's bytes (top bit of each) which are a quote, a backslash, a control character or not ASCII. The lowest mark is exact: a borrow
    /// of these subtractions can only spoil marks above a right one.
    @inline(__always) private static func specialBytes(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(ASCII.quote))
        let backslashes = word ^ (ones &* UInt64(ASCII.backslash))
        let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word | word
        return found & (ones &* 0x80)
    }

    private mutating func parseMultibyteCharacter() throws(Fault) {
        switch UTF8Sequence.judge(bytes, at: position) {
        case .wellFormed(let length): position += length
        case .cut: throw cut
        case .illFormed: throw Fault(.illFormedUTF8, at: position)
        }
    }

    private mutating func parseEscape() throws(Fault) {
        let start = position
        guard start + 1 < bytes.count else { throw cut }
        switch bytes[start + 1] {
        case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position = start + 2
        case UInt8(ascii: "u"):
            let unit = try parseCodeUnit()
            if UTF16.isTrailSurrogate(unit) { throw Fault(.loneSurrogate, at: start) }
            if UTF16.isLeadSurrogate(unit) { try parseTrailSurrogate(ofLeadAt: start) }
        default:
            throw Fault(.unknownEscape, at: start)
        }
    }

    private mutating func parseTrailSurrogate(ofLeadAt lead: Int) throws(Fault) {
        for expected in [ASCII.backslash, UInt8(ascii: "u")].enumerated() {
            guard position + expected.offset < bytes.count else { throw cut }
            guard bytes[position + expected.offset] == expected.element else { throw Fault(.loneSurrogate, at: lead) }
        }
        guard UTF16.isTrailSurrogate(try parseCodeUnit()) else { throw Fault(.loneSurrogate, at: lead) }
    }

    /// Parses `\uXXXX`, of which the first two bytes are known to be there.
    private mutating func parseCodeUnit() throws(Fault) -> UInt16 {
        let start = position
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            guard index < bytes.count else { throw cut }
            guard let digit = ASCII.hexadecimalValue(bytes[index]) else { throw Fault(.unknownEscape, at: start) }
            unit = unit << 4 | digit
        }
        position = start + 6
        return UInt16(truncatingIfNeeded: unit)
    }

    /// Parses the number whose sign or first digit is at the position.
    mutating func parseNumber() throws(Fault) {
        let start = position
        if bytes[position] == ASCII.minus { position += 1 }
        if position < bytes.count, bytes[position] == ASCII.zero {
            position += 1
            if position < bytes.count, ASCII.isDigit(bytes[position]) { throw Fault(.leadingZero, at: position - 1) }
        } else {
            try parseDigits()
        }
        if position < bytes.count, bytes[position] == ASCII.point {
            position += 1
            try parseDigits()
        }
        if position < bytes.count, ASCII.isExponentMark(bytes[position]) {
            position += 1
            if position < bytes.count, bytes[position] == ASCII.plus || bytes[position] == ASCII.minus { position += 1 }
            try parseDigits()
        }
        append(.number, from: start)
    }

    /// One digit at least.
    private mutating func parseDigits() throws(Fault) {
        guard position < bytes.count else { throw cut }
        guard ASCII.isDigit(bytes[position]) else { throw Fault(.malformedNumber, at: position) }
        repeat { position += 1 } while position < bytes.count && ASCII.isDigit(bytes[position])
    }
}
