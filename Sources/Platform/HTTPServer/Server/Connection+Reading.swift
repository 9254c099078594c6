import Reactor
import Secrets

extension Connection {
    func readHead(with parser: inout HeadParser, isFirst: Bool) async throws(ConnectionError) -> RequestHead {
        let timeouts = service.configuration.timeouts
        var deadline = isFirst ? acceptedAt.advanced(by: timeouts.header) : nil
        while true {
            if !input.isEmpty {
                if let head = try parseHead(with: &parser) { return head }
                deadline = deadline ?? .now.advanced(by: timeouts.header)
            }
            if try !transport.flushNow() { try await transport.flush() }
            if input.isEmpty { guard handle.becomeIdle() else { throw .ended } }
            do throws(ConnectionError) {
                let limit = deadline ?? .now.advanced(by: timeouts.idle)
                guard try await transport.read(into: input, expecting: 1024, until: limit) else {
                    throw input.isEmpty ? .ended : .failed(.brokenOff)
                }
            } catch .timedOut {
                throw deadline == nil ? .ended : .refused(.headerTimedOut)
            }
        }
    }

    @inline(never)  // Nothing of it needs to outlive a suspension, and an asynchronous caller would reserve room for all of it.
    private func parseHead(with parser: inout HeadParser) throws(ConnectionError) -> RequestHead? {
        guard handle.beginRequest() else { throw .ended }
        do throws(Refusal.Reason) {
            guard let (parsed, length) = try parser.parse(input.bytes) else { return nil }
            let storage = RequestHead.Storage(bytes: input.bytes.slice(0..<length), parsed: parsed, connection: facts)
            input.consume(length)
            return RequestHead(storage: storage)
        } catch {
            throw .refused(error)
        }
    }

    /// The whole body, which `bodyReservation` has room for. `.refused` before it began to be read, in its midst, or because it took too long.
    func readBody(of head: RequestHead) async throws(ConnectionError) -> SecretBytes {
        var decoder = try decoder(for: head)
        let deadline = MonotonicTime.now.advanced(by: service.configuration.timeouts.body)
        // A client that already sends does not wait for leave (RFC 9110 section 10.1.1).
        if head.storage.parsed.expectsContinue, input.isEmpty {
            transport.output.append(literal: "HTTP/1.1 100 Continue\r\n\r\n")
        }
        while true {
            if let body = try decode(&decoder) { return body }
            try await transport.flush()
            do throws(ConnectionError) {
                guard try await transport.read(into: input, expecting: decoder.expectedBytes, until: deadline) else {
                    throw .failed(.brokenOff)
                }
            } catch .timedOut {
                throw .refused(.bodyTimedOut)
            }
        }
    }

    private func decoder(for head: RequestHead) throws(ConnectionError) -> BodyDecoder {
        do {
            return try BodyDecoder(head.framing, limits: service.configuration.limits, reserving: &bodyReservation)
        } catch {
            throw .refused(error)
        }
    }

    private func decode(_ decoder: inout BodyDecoder) throws(ConnectionError) -> SecretBytes? {
        do { return try decoder.decode(input, reserving: &bodyReservation) } catch { throw .refused(error) }
    }
}
