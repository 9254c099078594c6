import HTTPClient
import HTTPServer
import Reactor
import Secrets
import Synchronization
import Testing

/// A provider on loopback that records what it gets and answers as told.
final class FakeProvider: Sendable {
    struct Received: Sendable {
        let path: String
        let headers: [String: String]
        let body: String
    }

    typealias Answer = @Sendable (Request) async throws -> Response

    private let log: Log
    let url: String

    private final class Log: Sendable {
        let received = Mutex<[Received]>([])
    }

    private init(url: String, log: Log) {
        self.url = url
        self.log = log
    }

    var received: [Received] { log.received.withLock { $0 } }

    /// Runs `body` with a provider and a client.
    static func run(answer: @escaping Answer, _ body: (FakeProvider, HTTPClient) async throws -> Void) async throws {
        let log = Log()
        var router = Router()
        for template in ["/card-v2/v1/charge", "/card-v2/v1/charge-direct", "/card-v2/v2/charge-direct", "/elsewhere"] {
            router.add(.post, template) { request, _ in
                let names = request.head.headers.names
                let headers = Dictionary(names.map { ($0.lowercased(), request.head.headers[$0] ?? "") }) { first, _ in first }
                log.received.withLock { $0.append(Received(path: request.head.path, headers: headers, body: request.body.text)) }
                return try await answer(request)
            }
        }
        let group = try EventLoopGroup(count: 1)
        let clientLoop = try EventLoop(name: "client")
        let configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        let server = HTTPServer(configuration: configuration, group: group, router: router)
        let address = try await server.start()
        let client = HTTPClient(loop: clientLoop, configuration: .init())
        do {
            try await body(FakeProvider(url: "http://\(address)", log: log), client)
        } catch {
            Issue.record(error)
        }
        await client.shutdown()
        await server.shutdown(within: .zero)
        await clientLoop.shutdown()
        await group.shutdown()
    }
}

extension Response {
    static func json(_ status: Int, _ text: String) -> Response {
        Response(status: HTTPStatus(status), headers: ["Content-Type": "application/json"], body: .bytes(Array(text.utf8)))
    }
}
