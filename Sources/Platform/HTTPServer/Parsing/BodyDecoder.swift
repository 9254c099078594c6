import Secrets

/// Collects one request's body, however it is framed.
struct BodyDecoder {
    private enum Source {
        case counted(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    private var source: Source
    private let collected = WipedBuffer(capacity: 1024)

    /// Refuses a body that is announced as too large, or as larger than what can be reserved, before a byte of it is read.
    init(_ framing: BodyFraming, limits: HTTPLimits, reserving reservation: inout BodyReservation) throws(Refusal.Reason) {
        switch framing {
        case .none: source = .counted(remaining: 0)
        case .length(let length):
            guard length <= limits.bodyBytes else { throw .bodyTooLarge }
            try reservation.grow(to: length)
            source = .counted(remaining: length)
        case .chunked: source = .chunked(ChunkedDecoder(limits: limits))
        }
    }

    /// How much room the next read should have at least.
    var expectedBytes: Int {
        switch source {
        case .counted(let remaining): min(max(remaining, 1024), 64 * 1024)
        case .chunked: 16 * 1024
        }
    }

    /// Takes from `input` what belongs to the body. Answers the body once it is whole.
    mutating func decode(_ input: WipedBuffer, reserving reservation: inout BodyReservation) throws(Refusal.Reason) -> SecretBytes? {
        switch source {
        case .counted(let remaining):
            // Most bodies come whole with, or right behind, their head: then they need no second buffer.
            if collected.isEmpty, input.count >= remaining { return input.takeSecret(remaining) }
            let part = min(remaining, input.count)
            collected.append(input.bytes.slice(0..<part))
            input.consume(part)
            source = .counted(remaining: remaining - part)
            return part == remaining ? collected.takeSecret(collected.count) : nil
        case .chunked(var decoder):
            input.consume(try decoder.decode(input.bytes, into: collected, reserving: &reservation))
            source = .chunked(decoder)
            return decoder.isFinished ? collected.takeSecret(collected.count) : nil
        }
    }
}
