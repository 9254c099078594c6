/// Walks over bytes from outside and never past `end`: every read is checked here, because a buffer pointer's subscript is not in a release build.
struct ByteCursor {
    private let bytes: UnsafeRawBufferPointer
    /// The place of the next byte.
    private(set) var offset: Int
    /// Where reading stops; never beyond the bytes.
    var end: Int {
        didSet { end = min(end, bytes.count) }
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        offset = 0
        end = bytes.count
    }

    var isAtEnd: Bool { offset >= end }
    var remaining: Int { max(end - offset, 0) }

    /// The next byte; nil at the end.
    mutating func next() -> UInt8? {
        guard offset < end else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Leaves out the next `count` bytes; the caller has seen that there are so many.
    mutating func skip(_ count: Int) {
        offset = min(offset + max(count, 0), end)
    }

    /// Leaves out the `00` and `FF` that cards write where a tag may stand (EMV Book 3, annex B1).
    mutating func skipFiller() {
        while offset < end, bytes[offset] == 0x00 || bytes[offset] == 0xFF { offset += 1 }
    }

    /// A tag of one to three bytes; nil when the bytes end within it.
    mutating func tag() throws(TLVError) -> Tag? {
        let start = offset
        guard let first = next() else { return nil }
        var value = UInt32(first)
        guard first & 0x1F == 0x1F else { return Tag(value) }
        for _ in 0..<2 {
            guard let more = next() else { return nil }
            value = value << 8 | UInt32(more)
            if more & 0x80 == 0 { return Tag(value) }
        }
        throw TLVError(kind: .tagTooLong, offset: start)
    }

    /// A length in its short form or in the long forms `81` and `82`, which need not be minimal; nil when the bytes end within it.
    mutating func length() throws(TLVError) -> Int? {
        let start = offset
        guard let first = next() else { return nil }
        switch first {
        case 0x00...0x7F: return Int(first)
        case 0x80: throw TLVError(kind: .indefiniteLength, offset: start)
        case 0x81: return next().map(Int.init)
        case 0x82:
            guard let high = next(), let low = next() else { return nil }
            return Int(high) << 8 | Int(low)
        default: throw TLVError(kind: .unsupportedLength, offset: start)
        }
    }
}
