/// The UTF-8 bytes that a string token stands for, its escapes resolved one by one.
///
/// The parser has checked the escapes. Should the bytes change under the reader (a wipe at the wrong moment), the sequence ends; it never leaves the
/// token.
struct UnescapedBytes: Sequence, IteratorProtocol {
    private let bytes: ByteView
    private var position: Int
    private let end: Int
    /// The rest of an escaped character, next byte lowest. None of these bytes is zero: they are continuation bytes.
    private var pending: UInt32 = 0

    /// - Parameter content: the token without its quotes.
    init(_ bytes: ByteView, _ content: Range<Int>) {
        self.bytes = bytes
        position = content.lowerBound
        end = content.upperBound
    }

    mutating func next() -> UInt8? {
        guard pending == 0 else { return takePending() }
        guard position < end else { return nil }
        let byte = bytes[position]
        position += 1
        return byte == ASCII.backslash ? nextEscaped() : byte
    }

    private mutating func takePending() -> UInt8 {
        defer { pending >>= 8 }
        return UInt8(truncatingIfNeeded: pending)
    }

    private mutating func nextEscaped() -> UInt8? {
        guard position < end else { return nil }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return ASCII.tab
        case UInt8(ascii: "n"): return ASCII.lineFeed
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return ASCII.carriageReturn
        case UInt8(ascii: "u"): return nextScalar()
        default: return byte
        }
    }

    private mutating func nextScalar() -> UInt8? {
        guard var value = nextCodeUnit() else { return nil }
        if value & 0xFC00 == 0xD800 {
            position += 2
            guard let trail = nextCodeUnit(), trail & 0xFC00 == 0xDC00 else { return nil }
            value = 0x10000 + (value & 0x3FF) << 10 + trail & 0x3FF
        }
        return begin(value)
    }

    /// The first byte of a scalar's UTF-8; the rest is pending.
    private mutating func begin(_ value: UInt32) -> UInt8 {
        func continuation(_ shift: UInt32) -> UInt32 { 0x80 | (value >> shift) & 0x3F }
        switch value {
        case ..<0x80:
            return UInt8(truncatingIfNeeded: value)
        case ..<0x800:
            pending = continuation(0)
            return UInt8(truncatingIfNeeded: 0xC0 | value >> 6)
        case ..<0x10000:
            pending = continuation(6) | continuation(0) << 8
            return UInt8(truncatingIfNeeded: 0xE0 | value >> 12)
        default:
            pending = continuation(12) | continuation(6) << 8 | continuation(0) << 16
            return UInt8(truncatingIfNeeded: 0xF0 | value >> 18)
        }
    }

    private mutating func nextCodeUnit() -> UInt32? {
        guard position <= end - 4 else { return nil }
        var unit: UInt32 = 0
        for index in position..<position + 4 {
            guard let digit = ASCII.hexadecimalValue(bytes[index]) else { return nil }
            unit = unit << 4 | digit
        }
        position += 4
        return unit
    }
}
