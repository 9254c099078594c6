import Crypto
import Reactor

/// One client's connection at work: reads requests one after the other and answers each before it reads on, so that a client which sends faster than it
/// is answered fills its own buffers and not ours. Used by its own task only.
final class Connection {
    private static let inputCapacity = 4096
    /// How long a silent client keeps a task and buffers. Who is busy is not silent as long as that, so it costs a request nothing.
    static let patience = Duration.milliseconds(500)
    /// How long a silent client is still heard when the server ends: a request may be on its way.
    static let hearing = Duration.milliseconds(100)

    /// Why a task of a connection ended.
    enum End {
        /// The client says nothing, and is not expected to soon.
        case silent
        /// No request is under way: the connection can end without an answer.
        case leaves
        /// All is said, the end of the stream too. The client may not have heard it yet.
        case said
        /// There is nobody there.
        case over
    }

    let service: Service
    let handle: ConnectionHandle
    let transport: Transport
    let serializer: ResponseSerializer
    let input = WipedBuffer(capacity: inputCapacity)
    var facts: RequestHead.ConnectionFacts
    /// For the body of the request that is being read or answered.
    var bodyReservation: BodyReservation
    /// Of the request that is being handled.
    var place: RequestPlace

    init(_ handle: ConnectionHandle, service: Service, dates: DateClock) {
        self.handle = handle
        self.service = service
        bodyReservation = BodyReservation(of: service.bodyMemory)
        place = RequestPlace(among: service.requestPlaces)
        let isTLS = handle.session != nil
        serializer = ResponseSerializer(standing: isTLS ? service.standingOverTLS : service.standing, dates: dates)
        transport = Transport(handle.socket, session: handle.session, writeLimit: service.configuration.timeouts.write)
        facts = RequestHead.ConnectionFacts(peer: handle.socket.peer, isTLS: isTLS)
    }

    /// Runs until there is nothing to do for a while, or for ever.
    func run() async -> End {
        do throws(ConnectionError) {
            facts.clientCertificateVerified = try await transport.begin(handle, until: headerDeadline)
            return try await serve()
        } catch {
            return await end(after: error)
        }
    }

    /// Until when a new client may take for its first request.
    var headerDeadline: MonotonicTime { handle.acceptedAt.advanced(by: service.configuration.timeouts.header) }

    private func end(after error: ConnectionError) async -> End {
        switch error {
        case .silent: return .silent
        case .leaving: return .leaves
        case .refused, .ended, .timedOut: return .over
        case .failed(let reason):
            // Between requests the end of the server is as good as any other.
            if reason == .shutDown, handle.phase == .listening { return .over }
            service.observer(.connectionFailed(peer: facts.peer, reason: reason))
            // The alert that says why must not be lost to a reset either.
            guard case .tls = reason, (try? await transport.finish()) != nil else { return .over }
            return .said
        }
    }

    private func serve() async throws(ConnectionError) -> End {
        while let head = try await nextHead() {
            // Requests sent ahead come by the hundred in one read. Answered in one go they would keep the loop from its other connections, and all the
            // writes that they deferred in memory.
            if handle.socket.countOperation() { await handle.socket.loop.nextTurn() }
            guard try await answer(head) else { break }
            input.shrink(to: Self.inputCapacity)
            transport.shrink()
        }
        try await transport.finish()
        return .said
    }

    /// Nil where a head could not be read and that was answered: nothing that follows it can be trusted.
    private func nextHead() async throws(ConnectionError) -> RequestHead? {
        var parser = HeadParser(limits: service.configuration.limits)
        do throws(ConnectionError) {
            return try await readHead(with: &parser)
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
}
