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

    static func areFieldContent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position + 8 <= bytes.count, areVisible(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) { position += 8 }
        while position < bytes.count {
            guard isFieldContent(bytes[position]) else { return false }
            position += 1
        }
        return true
    }

    /// Whether none of eight bytes is a control character. A byte below 0x20, or one that DEL's bits make zero, borrows from its own top bit.
    @inline(__always)
    private static func areVisible(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let (below, crossed) = (word &- ones &* UInt64(space), word ^ ones &* UInt64(delete))
        return (below & ~word | (crossed &- ones) & ~crossed) & tops == 0
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

    @inline(__always)
    func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }

    @inline(__always)
    func equals(_ literal: StaticString) -> Bool {
        equals(literal.bytes)
    }

    /// The same letters, where `A`–`Z` are `a`–`z`.
    func equalsIgnoringASCIICase(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count {
            // Most senders write a name as everybody does.
            let (byte, its) = (self[index], other[index])
            guard byte == its || ASCII.lowercased(byte) == ASCII.lowercased(its) else { return false }
        }
        return true
    }

    @inline(__always)
    func equalsIgnoringASCIICase(_ literal: StaticString) -> Bool {
        equalsIgnoringASCIICase(literal.bytes)
    }

    func equalsIgnoringASCIICase(_ text: String) -> Bool {
        text.withUTF8Bytes { equalsIgnoringASCIICase($0) }
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

extension StaticString {
    /// A literal's bytes, which are always there.
    @inline(__always)
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

extension String {
    /// Lends the UTF-8 bytes; Swift's own strings are not copied for it.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let lent = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
        if let lent { return lent }
        return Array(utf8).withUnsafeBytes(body)
    }

    /// The same letters, where `A`–`Z` are `a`–`z`.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && withUTF8Bytes { bytes in other.withUTF8Bytes { bytes.equalsIgnoringASCIICase($0) } }
    }
}
