import Synchronization

/// What `x-request-id` bears (contract section 1).
struct RequestID {
    /// At most 64 characters of `A-Z a-z 0-9 . _ -`.
    let text: String

    /// The client's own, if it is sane: short, and nothing that could break a log line or a header.
    init?(taken bytes: UnsafeRawBufferPointer) {
        guard (1...64).contains(bytes.count), ByteSet.requestID.containsAll(bytes) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    private init(made text: String) {
        self.text = text
    }

    /// A new one: eight characters drawn when the process starts and seven that count, in base 32. Fifteen in all, which a `String` holds without
    /// allocating. It identifies, it does not authorise: that it can be guessed is no harm.
    static func next() -> RequestID {
        let count = counter.wrappingAdd(1, ordering: .relaxed).newValue
        return RequestID(
            made: String(unsafeUninitializedCapacity: 15) { characters in
                for position in 0..<8 { characters[position] = digit(ofProcess >> UInt64(35 - 5 * position)) }
                for position in 0..<7 { characters[8 + position] = digit(count >> UInt64(30 - 5 * position)) }
                return 15
            })
    }

    private static let counter = Atomic<UInt64>(0)
    private static let ofProcess = UInt64.random(in: .min ... .max)

    /// Crockford's alphabet: no `i`, `l`, `o`, `u`.
    private static func digit(_ value: UInt64) -> UInt8 {
        let index = UInt8(truncatingIfNeeded: value & 31)
        switch index {
        case 0..<10: return UInt8(ascii: "0") + index
        case 10..<18: return UInt8(ascii: "a") + index - 10
        case 18..<20: return UInt8(ascii: "j") + index - 18
        case 20..<22: return UInt8(ascii: "m") + index - 20
        case 22..<27: return UInt8(ascii: "p") + index - 22
        default: return UInt8(ascii: "v") + index - 27
        }
    }
}
