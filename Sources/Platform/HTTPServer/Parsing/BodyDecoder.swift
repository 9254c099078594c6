import Secrets

/// Collects one request's body, however it is framed.
struct BodyDecoder {
    private enum Source {
        case counted(length: Int, remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private var source: Source
    private let reservation: BodyReservation
    /// The parts of a body that comes in parts. Most come whole with, or right behind, their head and need no second buffer.
    private var collected: WipedBuffer?

    /// Refuses a body that is announced as too large, or as larger than what can be reserved, before a byte of it is read.
    init(_ framing: BodyFraming, limits: HTTPLimits, reserving reservation: BodyReservation) throws(Refusal.Reason) {
        self.reservation = reservation
        switch framing {
        case .none: source = .counted(length: 0, remaining: 0)
        case .length(let length):
            guard length <= limits.bodyBytes else { throw .bodyTooLarge }
            try reservation.expect(length)
            try reservation.cover(0, of: length)
            source = .counted(length: length, remaining: length)
        case .chunked: source = .chunked(ChunkedDecoder(limits: limits))
        }
    }

    /// A body that came whole with its head, as most do; nil for any other, and for one that is to be refused. Nothing is reserved for it yet: it was held
    /// as input until now.
    static func whole(_ framing: BodyFraming, in input: WipedBuffer, limits: HTTPLimits, memory: SharedCapacity) -> SecretBytes? {
        guard case .length(let length) = framing, length <= input.count, length <= limits.bodyBytes, memory.hasRoom(for: length) else { return nil }
        return input.takeSecret(length)
    }

    /// How much room the next read should have at least.
    var expectedBytes: Int {
        switch source {
        case .counted(_, let remaining): min(max(remaining, 1024), 64 * 1024)
        case .chunked: 16 * 1024
        }
    }

    /// Takes from `input` what belongs to the body. Answers the body once it is whole.
    mutating func decode(_ input: WipedBuffer) throws(Refusal.Reason) -> SecretBytes? {
        switch source {
        case .counted(let length, let remaining):
            let part = min(remaining, input.count)
            try reservation.cover(length - remaining + part, of: length)
            if collected == nil, part == remaining { return input.takeSecret(remaining) }
            guard part > 0 else { return nil }
            let collected = collection()
            collected.append(input.bytes.slice(0..<part))
            input.consume(part)
            source = .counted(length: length, remaining: remaining - part)
            return part == remaining ? collected.takeSecret(collected.count) : nil
        case .chunked(var decoder):
            let collected = collection()
            input.consume(try decoder.decode(input.bytes, into: collected, reserving: reservation))
            source = .chunked(decoder)
            return decoder.isFinished ? collected.takeSecret(collected.count) : nil
        }
    }

    private mutating func collection() -> WipedBuffer {
        let collection = collected ?? WipedBuffer(capacity: 1024)
        collected = collection
        return collection
    }
}
