import Glibc

extension String {
    /// Lends the text's UTF-8 bytes, in general without a copy.
    func withUTF8Bytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let lent = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
        if let lent { return lent }
        return Array(utf8).withUnsafeBytes(body)
    }
}

/// Lent bytes whose bounds are checked in release builds too: a fault in the reader is then a trap, never a read of foreign memory.
struct ByteView {
    private let buffer: UnsafeRawBufferPointer
    let count: Int

    init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
        count = buffer.count
    }

    subscript(index: Int) -> UInt8 {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return buffer[index]
        }
    }

    subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return UnsafeRawBufferPointer(rebasing: buffer[range])
    }

    /// Eight bytes, the first one lowest; the caller has made sure that they are there.
    @inline(__always) func word(at index: Int) -> UInt64 {
        precondition(index >= 0 && index <= count - 8)
        return UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inline(__always) func equals(_ range: Range<Int>, _ other: UnsafeRawBufferPointer) -> Bool {
        guard range.count == other.count else { return false }
        guard let left = self[range].baseAddress, let right = other.baseAddress else { return range.isEmpty }
        return memcmp(left, right, other.count) == 0
    }
}
