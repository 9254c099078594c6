/// Takes a chunked body apart (RFC 9112 section 7.1), byte by byte where framing is concerned, so that cuts on the way cannot change what it sees.
///
/// Refused, because some parser somewhere reads it differently: a size with a sign, `0x`, white space or more digits than a number has; a line that
/// ends with a bare CR or LF, in an extension too; data that goes on where its CRLF should be. Extensions are skipped and trailers dropped, both within bounds.
struct ChunkedDecoder {
    private enum State {
        case sizeStart
        case size
        case chunkExtension
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailerName
        case trailerValue
        case trailerLineFeed
        case lastLineFeed
        case finished
    }

    /// As many as 64 bits have; leading zeros count, or a size line of nothing else would have no end.
    private static let maximumSizeDigits = 16

    private let limits: HTTPLimits
    private var state = State.sizeStart
    private var size = 0
    private var sizeDigits = 0
    private var total = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerLines = 0

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    var isFinished: Bool {
        if case .finished = state { true } else { false }
    }

    /// Gives `body` the data in `input` and answers how much of `input` belongs to this body: all of it, unless the body ends in it. A chunk
    /// that does not fit is refused as soon as its size is known.
    mutating func decode(
        _ input: UnsafeRawBufferPointer, into body: WipedBuffer, reserving reservation: BodyReservation
    ) throws(Refusal.Reason) -> Int {
        var position = 0
        while position < input.count, !isFinished {
            if case .data = state {
                let part = input.slice(position..<min(position + size, input.count))
                try reservation.cover(body.count + part.count, of: total)
                body.append(part)
                position += part.count
                size -= part.count
                if size == 0 { state = .dataReturn }
            } else {
                try read(input[position])
                if case .data = state { try reservation.expect(total) }
                position += 1
            }
        }
        return position
    }

    private mutating func read(_ byte: UInt8) throws(Refusal.Reason) {
        switch state {
        case .sizeStart, .size: try readSize(byte)
        case .chunkExtension: try readExtension(byte)
        case .sizeLineFeed: try readEndOfSizeLine(byte)
        case .dataReturn: state = try Self.expect(ASCII.carriageReturn, byte, then: .dataLineFeed)
        case .dataLineFeed: state = try Self.expect(ASCII.lineFeed, byte, then: .sizeStart)
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed: try readTrailer(byte)
        case .data, .finished: break
        }
    }

    private mutating func readSize(_ byte: UInt8) throws(Refusal.Reason) {
        if let digit = ASCII.hexValue(byte) {
            guard size <= Int.max >> 4, sizeDigits < Self.maximumSizeDigits else { throw .malformedChunk }
            size = size << 4 | Int(digit)
            sizeDigits += 1
            state = .size
            return
        }
        guard case .size = state else { throw .malformedChunk }
        switch byte {
        case UInt8(ascii: ";"): state = .chunkExtension
        case ASCII.carriageReturn: state = .sizeLineFeed
        default: throw .malformedChunk
        }
    }

    private mutating func readExtension(_ byte: UInt8) throws(Refusal.Reason) {
        guard byte != ASCII.carriageReturn else { return state = .sizeLineFeed }
        guard ASCII.isFieldContent(byte) else { throw .malformedChunk }
        extensionBytes += 1
        guard extensionBytes <= limits.chunkExtensionBytes else { throw .chunkExtensionsTooLong }
    }

    private mutating func readEndOfSizeLine(_ byte: UInt8) throws(Refusal.Reason) {
        guard byte == ASCII.lineFeed else { throw .malformedChunk }
        guard size <= limits.bodyBytes - total else { throw .bodyTooLarge }
        total += size
        sizeDigits = 0
        state = size == 0 ? .trailerStart : .data
    }

    private mutating func readTrailer(_ byte: UInt8) throws(Refusal.Reason) {
        trailerBytes += 1
        guard trailerBytes <= limits.trailerSectionBytes else { throw .trailersTooLarge }
        switch state {
        case .trailerStart where byte == ASCII.carriageReturn: state = .lastLineFeed
        case .trailerStart:
            trailerLines += 1
            guard trailerLines <= limits.headerFields else { throw .trailersTooLarge }
            guard ByteSet.token.contains(byte) else { throw .malformedTrailer }
            state = .trailerName
        case .trailerName where byte == ASCII.colon: state = .trailerValue
        case .trailerName: guard ByteSet.token.contains(byte) else { throw .malformedTrailer }
        case .trailerValue where byte == ASCII.carriageReturn: state = .trailerLineFeed
        case .trailerValue: guard ASCII.isFieldContent(byte) else { throw .malformedTrailer }
        case .trailerLineFeed:
            guard byte == ASCII.lineFeed else { throw .malformedTrailer }
            state = .trailerStart
        default:
            guard byte == ASCII.lineFeed else { throw .malformedTrailer }
            state = .finished
        }
    }

    private static func expect(_ expected: UInt8, _ byte: UInt8, then next: State) throws(Refusal.Reason) -> State {
        guard byte == expected else { throw .malformedChunk }
        return next
    }
}
