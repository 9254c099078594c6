/// One multi-byte sequence of UTF-8, judged by the Unicode Standard's table 3-7: overlong forms, encoded surrogates and values beyond U+10FFFF are
/// not well-formed.
enum UTF8Sequence {
    enum Judgement {
        case wellFormed(length: Int)
        /// Right as far as it goes, but the bytes end inside it.
        case cut
        case illFormed
    }

    /// Judges the sequence whose first byte, not ASCII, is at `start`.
    static func judge(_ bytes: ByteView, at start: Int) -> Judgement {
        guard let (length, second) = expectation(after: bytes[start]) else { return .illFormed }
        guard start + 1 < bytes.count else { return .cut }
        guard second.contains(bytes[start + 1]) else { return .illFormed }
        for index in start + 2..<start + length {
            guard index < bytes.count else { return .cut }
            guard bytes[index] & 0xC0 == 0x80 else { return .illFormed }
        }
        return .wellFormed(length: length)
    }

    private static func expectation(after lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
