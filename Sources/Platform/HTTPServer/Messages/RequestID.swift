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
        RequestID(process: ofProcess, count: Self.reserve(1).lowerBound)
    }

    /// Counts for as many new ones.
    fileprivate static func reserve(_ count: UInt64) -> Range<UInt64> {
        let (first, end) = counter.wrappingAdd(count, ordering: .relaxed)
        return first..<end
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

    func append(to output: WipedBuffer) {
        switch form {
        case .taken(let text): output.append(text: text)
        case .made(let process, let count):
            Self.write(process, count, to: output.room(atLeast: Self.madeLength))
            output.added(Self.madeLength)
        }
    }

    private static let counter = Atomic<UInt64>(0)
    fileprivate static let ofProcess = UInt64.random(in: .min ... .max)
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

/// New ids for the requests of one loop. It takes counts by the block, for to count together loops wait for each other at each request.
final class RequestIDSource {
    private static let block: UInt64 = 256

    private let process = RequestID.ofProcess
    private var counts: Range<UInt64> = 0..<0

    func next() -> RequestID {
        if counts.isEmpty { counts = RequestID.reserve(Self.block) }
        defer { counts = (counts.lowerBound + 1)..<counts.upperBound }
        return RequestID(process: process, count: counts.lowerBound)
    }
}
