import Reactor
import Secrets

extension Connection {
    /// The head that begins the input; nil if not all of it has come.
    func nextHead() throws(ConnectionError) -> RequestHead? {
        var parser = begunHead?.parser ?? HeadParser(limits: service.configuration.limits)
        do throws(Refusal.Reason) {
            guard let (parsed, length) = try parser.parse(input.bytes) else {
                keep(parser)
                return nil
            }
            let storage = RequestHead.Storage(bytes: input.bytes.slice(0..<length), parsed: parsed, connection: facts) { host.requestIDs.next() }
            input.consume(length)
            begunHead = nil
            handle.hasBeenUsed = true
            return RequestHead(storage: storage)
        } catch {
            keep(parser)
            throw .refused(error)
        }
    }

    private func keep(_ parser: HeadParser) {
        if let begunHead { begunHead.parser = parser } else { begunHead = BegunHead(parser) }
    }

    /// The whole body. `.refused` before it began to be read, in its midst, or because it took too long.
    func readBody(with decoder: inout BodyDecoder) async throws(ConnectionError) -> SecretBytes {
        let deadline = MonotonicTime.now.advanced(by: service.configuration.timeouts.body)
        while true {
            try await transport.flush()
            do throws(ConnectionError) {
                guard try await transport.read(into: input, expecting: decoder.expectedBytes, until: deadline) else {
                    throw .failed(.brokenOff)
                }
            } catch .timedOut {
                throw .refused(.bodyTimedOut)
            }
            if let body = try decode(&decoder) { return body }
        }
    }

    func decoder(for head: RequestHead) throws(ConnectionError) -> BodyDecoder {
        let reservation = BodyReservation(of: service.bodyMemory)
        bodyReservation = reservation
        do {
            return try BodyDecoder(head.framing, limits: service.configuration.limits, reserving: reservation)
        } catch {
            throw .refused(error)
        }
    }

    func decode(_ decoder: inout BodyDecoder) throws(ConnectionError) -> SecretBytes? {
        do { return try decoder.decode(input) } catch { throw .refused(error) }
    }
}
