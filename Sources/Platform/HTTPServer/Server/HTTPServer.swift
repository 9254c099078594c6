public import Crypto
public import Reactor
import Synchronization

/// An HTTP/1.1 server on the loops of a group: a connection is on one loop from accept to close, and has a task only while
/// something other than its client's next request is waited for.
///
/// Every answer has `Date`, `x-request-id` and its length. What it refuses by itself, and with which status, is listed at `Refusal.Reason`.
public final class HTTPServer: Sendable {
    private enum Phase {
        case fresh
        case running(Listener, acceptors: [Task<Void, Never>])
        case stopped
    }

    private let group: EventLoopGroup
    private let service: Service
    private let registry = ConnectionRegistry()
    private let episode: AcceptingEpisode
    private let phase = Mutex(Phase.fresh)
    private let tls: Mutex<TLSServerContext?>

    /// A server that has not begun to listen.
    ///
    /// `refusal` makes the answers that the server gives by itself; `observer` hears of each request when it is done. Both are called on the loops
    /// and must not block.
    public init(
        configuration: HTTPServerConfiguration,
        group: EventLoopGroup,
        router: Router,
        refusal: @escaping @Sendable (Refusal, RequestHead?) -> Response = Refusal.plainText,
        observer: @escaping @Sendable (ServerEvent) -> Void = { _ in }
    ) {
        self.group = group
        service = Service(configuration: configuration, router: router, refusal: refusal, observer: observer)
        episode = AcceptingEpisode(observer)
        tls = Mutex(configuration.tls)
    }

    /// How many connections are open.
    public var connectionCount: Int { registry.count }

    /// How many of them rest, for their clients are silent.
    var restingCount: Int { registry.restingCount }

    /// Whether every connection was told to end.
    var isDraining: Bool { registry.isDraining }

    /// Begins to listen and answers where. A server starts once; a second time is a mistake of the program and traps.
    ///
    /// - Parameter note: hears the address, with the port that was picked, before the first connection is accepted.
    public func start(whenBound note: (SocketAddress) -> Void = { _ in }) async throws(SystemError) -> SocketAddress {
        let listener = try Listener.bind(to: service.configuration.address, capacity: capacity) { self.accepting($0) }
        note(listener.address)
        phase.withLock { phase in
            guard case .fresh = phase else { preconditionFailure("an HTTP server starts once") }
            let acceptors = group.loops.map { loop in
                Task(executorPreference: loop) { await self.accept(from: listener, on: loop) }
            }
            phase = .running(listener, acceptors: acceptors)
        }
        return listener.address
    }

    /// Uses other certificates for the connections that come from now on; those that are open go on with theirs. A server that was started without TLS
    /// stays without it.
    public func reload(tls context: TLSServerContext) {
        tls.withLock { tls in
            if tls != nil { tls = context }
        }
    }

    /// Stops: accepts nothing more but those who have connected already, answers the requests that have begun, the last of a connection with
    /// `Connection: close`, and those that silent clients send within a tenth of a second, for they may be on their way; then ends the connections in such a
    /// way that no answer is lost to a reset. After `limit` it cancels what is left. Returns when all connections are closed, or a second after the
    /// cancelling if a handler does not heed it. The group's loops must still run.
    public func shutdown(within limit: Duration) async {
        let running = phase.withLock { phase in
            defer { phase = .stopped }
            return phase
        }
        guard case .running(let listener, let acceptors) = running else { return }
        let deadline = MonotonicTime.now.advanced(by: limit)
        listener.close()
        for acceptor in acceptors { await acceptor.value }
        registry.drain()
        let loop = group.loops[0]
        if await !registry.waitForEnd(within: MonotonicTime.now.duration(to: deadline), on: loop) {
            registry.cancelAll()
            _ = await registry.waitForEnd(within: .seconds(1), on: loop)
        }
    }
}

extension HTTPServer {
    /// At least one, so that a server can always be asked something.
    private var capacity: Int { max(service.configuration.maximumConnections, 1) }

    private func accept(from listener: Listener, on loop: EventLoop) async {
        let host = ConnectionHost(service, registry) { listener.roomChanged() }
        while true {
            do throws(SocketError) {
                host.welcome(try await listener.accept(on: loop), tls: tls.withLock { $0 })
            } catch {
                if case .system = error { service.observer(.listeningFailed(error)) }
                return
            }
        }
    }

    /// A client that does nothing must not keep others out: at the bound the longest silent ones go.
    private func accepting(_ change: AcceptingChange) {
        switch change {
        case .full: registry.makeRoom { [episode, capacity] in episode.pauses(.connections(maximum: capacity)) }
        case .exhausted:
            // Others took them: a connection less may not help.
            episode.pauses(.descriptors)
            registry.makeRoom {}
        case .resumed:
            registry.needsNoRoom()
            // At once: brought to a loop first, it could come after the next shortage and hide that.
            episode.resumes(on: group.loops[0])
        }
    }
}
