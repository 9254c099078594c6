import Synchronization

/// What `x-request-id` bears (contract section 1): at most 64 characters of `A-Z a-z 0-9 . _ -`.
struct RequestID: Sendable {
    private enum Form {
        case taken(String)
        /// Written where it is wanted: most requests need it only in their answer's head.
        case made(process: UInt64, count: UInt64)
    }

    private let form: Form

    /// The client's own, if it is sane: short, and nothing that could break a log line or a header.
    init?(taken bytes: UnsafeRawBufferPointer) {
        guard (1...64).contains(bytes.count), ByteSet.requestID.containsAll(bytes) else { return nil }
        form = .taken(String(decoding: bytes, as: UTF8.self))
    }

    /// A new one. It identifies, it does not authorise: that it can be guessed is no harm.
    static func next() -> RequestID {
        RequestID(process: ofProcess, count: counter.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Eight characters for the process and seven that count, in base 32. Fifteen in all, which a `String` holds without allocating. The eighth is a
    /// letter: the log masks digits in a row that could be a card number, and an id must read the same there as in the answer.
    init(process: UInt64, count: UInt64) {
        form = .made(process: process, count: count)
    }

    var text: String {
        switch form {
        case .taken(let text): text
        case .made(let process, let count):
            String(unsafeUninitializedCapacity: Self.madeLength) { characters in
                Self.write(process, count, to: UnsafeMutableRawBufferPointer(characters))
                return Self.madeLength
            }
        }
    }

    func append(to output: inout [UInt8]) {
        switch form {
        case .taken(let text): output.append(text: text)
        case .made(let process, let count):
            withUnsafeTemporaryAllocation(byteCount: Self.madeLength, alignment: 1) { characters in
                Self.write(process, count, to: characters)
                output.append(contentsOf: UnsafeRawBufferPointer(characters))
            }
        }
    }

    private static let counter = Atomic<UInt64>(0)
    private static let ofProcess = UInt64.random(in: .min ... .max)
    private static let madeLength = 15
    /// Crockford's alphabet: no `i`, `l`, `o`, `u`.
    private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

    private static func write(_ process: UInt64, _ count: UInt64, to characters: UnsafeMutableRawBufferPointer) {
        let digits = digits.bytes
        for position in 0..<7 { characters[position] = digits[Int(process >> UInt64(35 - 5 * position) & 31)] }
        characters[7] = digits[Int(process & 15 | 16)]
        for position in 0..<7 { characters[8 + position] = digits[Int(count >> UInt64(30 - 5 * position) & 31)] }
    }
}
