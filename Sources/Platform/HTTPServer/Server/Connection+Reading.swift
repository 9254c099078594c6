import Reactor
import Secrets

extension Connection {
    func readHead(with parser: inout HeadParser) async throws(ConnectionError) -> RequestHead {
        var deadline = handle.hasBeenUsed ? nil : headerDeadline
        while true {
            if !input.isEmpty {
                if let head = try parseHead(with: &parser) { return head }
                deadline = deadline ?? .now.advanced(by: service.configuration.timeouts.header)
            }
            if try !transport.flushNow() { try await transport.flush() }
            guard !input.isEmpty, let limit = deadline else {
                try await listen()
                continue
            }
            do throws(ConnectionError) {
                guard try await transport.read(into: input, expecting: 1024, until: limit) else { throw .failed(.brokenOff) }
            } catch .timedOut {
                throw .refused(.headerTimedOut)
            }
        }
    }

    /// Waits for the first bytes of a request.
    private func listen() async throws(ConnectionError) {
        handle.phase = .listening
        let patience = min(Self.patience, service.configuration.timeouts.idle)
        while true {
            let isLastTime = handle.isDraining
            var limit = MonotonicTime.now.advanced(by: isLastTime ? Self.hearing : patience)
            if let end = handle.silenceEnds { limit = min(limit, end) }
            do throws(ConnectionError) {
                guard try await transport.read(into: input, expecting: 1024, until: limit) else { throw .ended }
                handle.phase = .working
                handle.silenceEnds = nil
                return
            } catch .timedOut {
                if isLastTime { throw .leaving }
                // The server's end may be what ended the wait: then the client is heard once more.
                if !handle.isDraining { try judgeSilence(after: patience) }
            }
        }
    }

    /// Nothing came for a while: throws what follows from that.
    private func judgeSilence(after patience: Duration) throws(ConnectionError) {
        let now = MonotonicTime.now
        let end = handle.silenceEnds ?? now.advanced(by: service.configuration.timeouts.idle - patience)
        handle.silenceEnds = end
        guard now >= end else { throw .silent }
        throw handle.hasBeenUsed ? .leaving : .refused(.headerTimedOut)
    }

    @inline(never)  // Nothing of it needs to outlive a suspension, and an asynchronous caller would reserve room for all of it.
    private func parseHead(with parser: inout HeadParser) throws(ConnectionError) -> RequestHead? {
        do throws(Refusal.Reason) {
            guard let (parsed, length) = try parser.parse(input.bytes) else { return nil }
            let storage = RequestHead.Storage(bytes: input.bytes.slice(0..<length), parsed: parsed, connection: facts)
            input.consume(length)
            handle.phase = .working
            handle.hasBeenUsed = true
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
