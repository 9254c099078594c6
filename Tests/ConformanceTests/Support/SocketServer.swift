import HTTPServer
import Reactor
import Synchronization

/// The whole server, listener and all, on loopback for the length of one test.
struct SocketServer: Sendable {
    let address: SocketAddress
    /// What the server told its observer.
    let exchanges: ExchangeLog
    /// The server's own: its clients run there too, so that what one sends is read before it sends on, unless the kernel is slow.
    let loop: EventLoop
    private let tls: TLSPair?

    static func run(
        tls: TLSPair? = nil, router: Router = TestedServer.router, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (SocketServer) async throws -> Void
    ) async throws {
        var configuration = try TestedServer.configuration()
        configuration.tls = tls?.server
        configure(&configuration)
        let group = try EventLoopGroup(count: 1)
        let exchanges = ExchangeLog()
        let server = HTTPServer(configuration: configuration, group: group, router: router, observer: { exchanges.add($0) })
        let address = try await server.start()
        let test = SocketServer(address: address, exchanges: exchanges, loop: group.loops[0], tls: tls)
        let result = await Task(executorPreference: group.loops[0]) { try await body(test) }.result
        await server.shutdown(within: .seconds(5))
        await group.shutdown()
        try result.get()
    }

    /// A client behind its handshake.
    func connect(speakingTLS: Bool = true) async throws -> RawClient {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: RawClient.patience)
        let client = RawClient(socket, session: speakingTLS ? tls?.session() : nil)
        try await client.shakeHands()
        return client
    }

    /// Sends the segments in order and ends the stream; answers all that came back.
    func exchange(_ segments: [ArraySlice<UInt8>]) async throws -> [UInt8] {
        let client = try await connect()
        for segment in segments {
            try await client.send(segment)
            await client.letTheServerRead()
        }
        let answers = try await client.finish()
        client.socket.close()
        return answers
    }
}

/// The requests that a server answered or refused.
final class ExchangeLog: Sendable {
    private let exchanges = Mutex<[Exchange]>([])

    var all: [Exchange] { exchanges.withLock { $0 } }

    func add(_ event: ServerEvent) {
        guard case .finished(let exchange) = event else { return }
        exchanges.withLock { $0.append(exchange) }
    }
}
