/// What the first bytes say about a text's encoding, so that a wrong one is named and not called a syntax error.
enum TextEncoding {
    /// Length of the UTF-8 byte order mark at `start`, 0 when there is none.
    static func byteOrderMarkLength(_ bytes: ByteView, at start: Int) -> Int {
        guard start + 3 <= bytes.count, bytes[start] == 0xEF, bytes[start + 1] == 0xBB, bytes[start + 2] == 0xBF else { return 0 }
        return 3
    }

    /// UTF-16 and UTF-32 by their byte order marks, or by the zeros around the ASCII character that every JSON text begins with.
    static func foreignEncoding(_ bytes: ByteView) -> JSONError.Kind? {
        // Right text, the usual case, begins with two ASCII characters.
        guard bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE else { return nil }
        let first4 = (0..<4).map { $0 < bytes.count ? bytes[$0] : nil }
        switch (first4[0], first4[1], first4[2], first4[3]) {
        case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return .utf32
        case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return .utf16
        case (0, 0, 0, .some(1...)), (.some(1...), 0, 0, 0): return .utf32
        case (0, .some(1...), _, _), (.some(1...), 0, _, 0), (.some(1...), 0, _, nil): return .utf16
        default: return nil
        }
    }
}
