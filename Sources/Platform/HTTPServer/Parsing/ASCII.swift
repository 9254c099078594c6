import Glibc

/// The characters that HTTP's grammar names.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let percent = UInt8(ascii: "%")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let delete: UInt8 = 0x7F

    /// What a field value, a reason phrase or a chunk extension may hold besides visible characters (RFC 9110 section 5.5).
    @inline(__always)
    static func isFieldContent(_ byte: UInt8) -> Bool {
        (byte >= space && byte != delete) || byte == tab
    }

    @inline(__always)
    static func isWhitespace(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - UInt8(ascii: "0") }
        let letter = lowercased(byte)
        return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f") ? letter - UInt8(ascii: "a") + 10 : nil
    }
}

extension UnsafeRawBufferPointer {
    /// A part of these bytes; the range must lie inside.
    @inline(__always)
    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }

    /// Where this byte first stands at or after a position.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    func equals(_ text: String) -> Bool {
        count == text.utf8.count && elementsEqual(text.utf8)
    }

    func equalsIgnoringASCIICase(_ text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        for (byte, other) in zip(self, text.utf8) where ASCII.lowercased(byte) != ASCII.lowercased(other) { return false }
        return true
    }

    /// Without the optional white space around it (OWS of RFC 9110 section 5.6.3).
    func trimmingWhitespace() -> UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, ASCII.isWhitespace(self[start]) { start += 1 }
        while end > start, ASCII.isWhitespace(self[end - 1]) { end -= 1 }
        return slice(start..<end)
    }
}

extension String {
    /// The same letters, where `A`–`Z` are `a`–`z`.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }
}
