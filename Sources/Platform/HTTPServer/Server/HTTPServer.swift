public import Crypto
public import Reactor
import Synchronization

/// An HTTP/1.1 server on the loops of a group: one task a connection, on one loop from accept to close.
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
    private let registry: ConnectionRegistry
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
        registry = ConnectionRegistry(maximum: configuration.maximumConnections)
        tls = Mutex(configuration.tls)
    }

    /// How many connections are open.
    public var connectionCount: Int { registry.count }

    /// Begins to listen and answers where. A server starts once; a second time is a mistake of the program and traps.
    ///
    /// - Parameter note: hears the address, with the port that was picked, before the first connection is accepted.
    public func start(whenBound note: (SocketAddress) -> Void = { _ in }) async throws(SystemError) -> SocketAddress {
        let listener = try Listener.bind(to: service.configuration.address)
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

    /// Stops: accepts nothing more, closes idle connections at once, lets requests that have begun finish with `Connection: close`, and after `limit`
    /// cancels what is left. Returns when all connections are closed, or a second after the cancelling if a handler does not heed it. The group's loops
    /// must still run.
    public func shutdown(within limit: Duration) async {
        let running = phase.withLock { phase in
            defer { phase = .stopped }
            return phase
        }
        guard case .running(let listener, let acceptors) = running else { return }
        listener.close()
        for acceptor in acceptors { acceptor.cancel() }
        registry.drain()
        let loop = group.loops[0]
        if await !registry.waitForEnd(within: limit, on: loop) {
            registry.cancelAll()
            _ = await registry.waitForEnd(within: .seconds(1), on: loop)
        }
        for acceptor in acceptors { await acceptor.value }
    }
}

extension HTTPServer {
    private func accept(from listener: Listener, on loop: EventLoop) async {
        let dates = DateClock()
        while !Task.isCancelled {
            await registry.waitForRoom()
            do throws(SocketError) {
                open(try await listener.accept(on: loop), dates)
            } catch {
                if case .system = error { service.observer(.listeningFailed(error)) }
                return
            }
        }
    }

    private func open(_ socket: StreamSocket, _ dates: DateClock) {
        let handle = ConnectionHandle(socket)
        guard registry.add(handle) else { return socket.close() }
        let context = tls.withLock { $0 }
        handle.task = Task(executorPreference: socket.loop) { [service, registry] in
            await Connection(handle, service: service, tls: context, dates: dates).run()
            registry.remove(handle)
            handle.task = nil
        }
    }
}
