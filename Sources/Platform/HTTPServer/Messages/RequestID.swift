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

    /// A new one. It identifies, it does not authorise: that it can be guessed is no harm.
    static func next() -> RequestID {
        RequestID(process: ofProcess, count: counter.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Eight characters for the process and seven that count, in base 32. Fifteen in all, which a `String` holds without allocating. The eighth is a
    /// letter: the log masks digits in a row that could be a card number, and an id must read the same there as in the answer.
    init(process: UInt64, count: UInt64) {
        self.init(
            made: String(unsafeUninitializedCapacity: 15) { characters in
                for position in 0..<7 { characters[position] = Self.digit(process >> UInt64(35 - 5 * position)) }
                characters[7] = Self.digit(process | 16)
                for position in 0..<7 { characters[8 + position] = Self.digit(count >> UInt64(30 - 5 * position)) }
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
