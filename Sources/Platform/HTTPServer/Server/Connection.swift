import Crypto
import Reactor

/// One client's connection, from accept to close: reads requests one after the other and answers each before it reads on, so that a client which sends
/// faster than it is answered fills its own buffers and not ours. Used by its own task only.
final class Connection {
    private static let inputCapacity = 4096

    let service: Service
    let handle: ConnectionHandle
    let transport: Transport
    let serializer: ResponseSerializer
    let input = WipedBuffer(capacity: inputCapacity)
    let acceptedAt = MonotonicTime.now
    var facts: RequestHead.ConnectionFacts
    /// For the body of the request that is being read or answered.
    var bodyReservation: BodyReservation
    /// Of the request that is being handled.
    var place: RequestPlace

    /// Over TLS if there is a context for it.
    init(_ handle: ConnectionHandle, service: Service, tls: TLSServerContext?, dates: DateClock) {
        self.handle = handle
        self.service = service
        bodyReservation = BodyReservation(of: service.bodyMemory)
        place = RequestPlace(among: service.requestPlaces)
        serializer = ResponseSerializer(standing: tls == nil ? service.standing : service.standingOverTLS, dates: dates)
        let session = tls.map { TLSSession(server: $0) }
        transport = Transport(handle.socket, session: session, writeLimit: service.configuration.timeouts.write)
        facts = RequestHead.ConnectionFacts(peer: handle.socket.peer, isTLS: tls != nil)
    }

    /// Runs until the connection is closed.
    func run() async {
        do throws(ConnectionError) {
            facts.clientCertificateVerified = try await transport.begin(within: service.configuration.timeouts.header)
            try await serve()
        } catch {
            await fail(error)
        }
        handle.socket.close()
    }

    private func fail(_ error: ConnectionError) async {
        guard case .failed(let reason) = error else { return }
        // Between requests the end of the server is as good as any other.
        if reason == .shutDown, !handle.isBusy { return }
        service.observer(.connectionFailed(peer: facts.peer, reason: reason))
        // The alert that says why must not be lost to a reset either.
        if case .tls = reason { try? await closeInStages() }
    }

    private func serve() async throws(ConnectionError) {
        var isFirst = true
        while let head = try await nextHead(isFirst: isFirst) {
            isFirst = false
            // Requests sent ahead come by the hundred in one read. Answered in one go they would keep the loop from its other connections, and all the
            // writes that they deferred in memory.
            if handle.socket.countOperation() { await handle.socket.loop.nextTurn() }
            guard try await answer(head) else { break }
            input.shrink(to: Self.inputCapacity)
            transport.shrink()
        }
        try await closeInStages()
    }

    /// Nil where a head could not be read and that was answered: nothing that follows it can be trusted.
    private func nextHead(isFirst: Bool) async throws(ConnectionError) -> RequestHead? {
        var parser = HeadParser(limits: service.configuration.limits)
        do throws(ConnectionError) {
            return try await readHead(with: &parser, isFirst: isFirst)
        } catch {
            guard case .refused(let reason) = error else { throw error }
            let requestID = parser.requestID(in: input.bytes) ?? .next()
            let recipient = Recipient(unreadable: requestID.text, wantsContent: !parser.isHead(in: input.bytes))
            try await refuseUnreadable(Refusal(reason, requestID: requestID.text), to: recipient)
            return nil
        }
    }

    private func refuseUnreadable(_ refusal: Refusal, to recipient: Recipient) async throws(ConnectionError) {
        let outcome = Outcome(service.response(to: refusal, head: nil), refusal: refusal.reason, bodyWasRead: false)
        try await send(outcome, to: recipient, since: .now)
    }

    /// Says that this side is done, then reads on for a while and throws away what comes, and only then closes. Closed at once, with bytes on their
    /// way, the connection would be reset, and a reset can cost the client the answer (RFC 9112 section 9.6).
    private func closeInStages() async throws(ConnectionError) {
        try await transport.finish()
        input.consume(input.count)
        input.shrink(to: Self.inputCapacity)
        let timeouts = service.configuration.timeouts
        let deadline = MonotonicTime.now.advanced(by: timeouts.linger)
        var discarded = 0
        while discarded < timeouts.lingerBytes {
            guard .now < deadline, (try? await transport.readRaw(into: input, until: deadline)) == true else { return }
            discarded += input.count
            input.consume(input.count)
        }
    }
}
