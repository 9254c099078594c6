/// What vpcd, the virtual reader, asks of its card.
enum ReaderRequest: Hashable, Sendable {
    case powerOff
    case powerOn
    case reset
    /// Also how the reader looks whether there is a card: every 400 ms.
    case answerToReset
    case command([UInt8])
}

/// vpcd's stream, cut into what it asks: two bytes of length, then as many bytes (virtualsmartcard, `src/vpcd/vpcd.c`).
struct ReaderFrames {
    private static let headerSize = 2
    private static let largest = Int(UInt16.max)

    private var bytes: [UInt8] = []

    mutating func append(_ received: UnsafeRawBufferPointer) {
        bytes += received
    }

    /// The next whole request; nil until more has come.
    mutating func next() -> ReaderRequest? {
        while bytes.count >= Self.headerSize {
            let end = Self.headerSize + Int(bytes[0]) << 8 + Int(bytes[1])
            guard bytes.count >= end else { return nil }
            let content = Array(bytes[Self.headerSize..<end])
            bytes.removeFirst(end)
            // A control that nobody knows is passed over; it is no command either.
            if let request = Self.request(content) { return request }
        }
        return nil
    }

    private static func request(_ content: [UInt8]) -> ReaderRequest? {
        guard content.count == 1 else { return .command(content) }
        return switch content[0] {
        case 0x00: .powerOff
        case 0x01: .powerOn
        case 0x02: .reset
        case 0x04: .answerToReset
        default: nil
        }
    }

    /// A frame with an answer; with `count` less than all of it.
    static func frame(_ answer: [UInt8], count: Int? = nil) -> [UInt8] {
        let announced = min(answer.count, largest)
        let sent = min(max(count ?? announced, 0), announced)
        return [UInt8(announced >> 8), UInt8(announced & 0xFF)] + answer.prefix(sent)
    }
}
