import HTTPServer
import Reactor
import Secrets
import Synchronization
import Testing
import WireSupport

/// A server on loopback for the length of one test, and a loop for its clients.
struct TestServer {
    let server: HTTPServer
    let address: SocketAddress
    let events: EventLog
    let clientLoop: EventLoop

    /// Runs `body` with a server, and shuts everything down behind it.
    static func run(
        _ router: Router = .forTests,
        loops: Int = 1,
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        refusal: @escaping @Sendable (Refusal, RequestHead?) -> Response = Refusal.plainText,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        configure(&configuration)
        let group = try EventLoopGroup(count: loops)
        let clientLoop = try EventLoop(name: "client")
        let events = EventLog()
        let server = HTTPServer(
            configuration: configuration, group: group, router: router, refusal: refusal, observer: { events.add($0) })
        let result: Result<Void, any Error>
        do {
            let address = try await server.start()
            result = .success(try await body(TestServer(server: server, address: address, events: events, clientLoop: clientLoop)))
        } catch {
            result = .failure(error)
        }
        await server.shutdown(within: .seconds(5))
        await group.shutdown()
        await clientLoop.shutdown()
        try result.get()
    }

    func connect() async throws -> TestClient {
        try await TestClient(StreamSocket.connect(to: address, on: clientLoop, within: TestClient.patience))
    }

    /// One request on a connection of its own that ends with the answer; all that came back.
    func exchange(_ request: String) async throws -> String {
        let client = try await connect()
        try await client.send(request)
        client.socket.shutdownWrites()
        return try await client.receiveAll()
    }
}

/// What a server told its observer.
final class EventLog: Sendable {
    private struct State {
        var events: [ServerEvent] = []
        var waiters: [(condition: @Sendable ([ServerEvent]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var all: [ServerEvent] { state.withLock { $0.events } }

    var exchanges: [Exchange] {
        all.compactMap { if case .finished(let exchange) = $0 { exchange } else { nil } }
    }

    var failures: [ConnectionFailure] {
        all.compactMap { if case .connectionFailed(_, let reason) = $0 { reason } else { nil } }
    }

    func add(_ event: ServerEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiters.filter { $0.condition(state.events) }
            state.waiters.removeAll { $0.condition(state.events) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    func wait(until condition: @escaping @Sendable ([ServerEvent]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                let isMet = condition(state.events)
                if !isMet { state.waiters.append((condition, continuation)) }
                return isMet
            }
            if isMet { continuation.resume() }
        }
    }
}

extension Router {
    /// `GET /hello`, `POST /echo`, `POST /required` (needs a body) and what throws.
    static var forTests: Router {
        var router = Router()
        router.add(.get, "/hello") { _, _ in Response(headers: ["Content-Type": "text/plain"], body: .bytes(Array("hello".utf8))) }
        router.add(.post, "/echo") { request, _ in Response(body: .bytes(request.body.withUnsafeBytes { Array($0) })) }
        router.add(.post, "/required", options: RouteOptions(requiresBody: true)) { request, _ in
            Response(body: .bytes(Array("\(request.body.count)".utf8)))
        }
        router.add(.get, "/throws") { _, _ in throw InnerError(text: "inner text") }
        return router
    }
}

struct InnerError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}
