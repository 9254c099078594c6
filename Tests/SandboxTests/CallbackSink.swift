import Crypto
import HTTPServer
import JSON
import Reactor
import Secrets
import Synchronization

/// The merchant's end: takes callbacks and answers the statuses it was told, one after the other, the last one from then on.
final class CallbackSink: Sendable {
    struct Received: Sendable {
        let body: [UInt8]
        let contentType: String?

        var json: JSONValue? { try? JSONDocument(parsing: body).root }
        /// The exact bytes that are signed.
        var data: [UInt8] { json?["data"]?.rawBytes ?? [] }
    }

    let url: String
    private let server: HTTPServer
    private let inbox: Inbox

    init(group: EventLoopGroup, statuses: [Int], tls: TLSServerContext? = nil) async throws {
        let inbox = Inbox(statuses: statuses)
        var router = Router()
        router.add(.post, "/callback") { request, _ in
            let received = Received(body: request.body.withUnsafeBytes { Array($0) }, contentType: request.head.headers["content-type"])
            return Response(status: HTTPStatus(inbox.take(received)))
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        configuration.tls = tls
        server = HTTPServer(configuration: configuration, group: group, router: router)
        url = "\(tls == nil ? "http" : "https")://\(try await server.start())/callback"
        self.inbox = inbox
    }

    /// The first `count` callbacks, as soon as there are so many.
    func callbacks(_ count: Int) async -> [Received] {
        await inbox.callbacks(count)
    }

    func shutdown() async {
        await server.shutdown(within: .seconds(1))
    }

    private final class Inbox: Sendable {
        private struct State {
            var statuses: [Int]
            var received: [Received] = []
            var waiters: [(count: Int, continuation: CheckedContinuation<[Received], Never>)] = []
        }

        private let state: Mutex<State>

        init(statuses: [Int]) {
            state = Mutex(State(statuses: statuses))
        }

        func take(_ callback: Received) -> Int {
            state.withLock { state in
                state.received.append(callback)
                for waiter in state.waiters where waiter.count == state.received.count { waiter.continuation.resume(returning: state.received) }
                state.waiters.removeAll { $0.count == state.received.count }
                return state.statuses.count > 1 ? state.statuses.removeFirst() : state.statuses[0]
            }
        }

        func callbacks(_ count: Int) async -> [Received] {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    if state.received.count >= count {
                        continuation.resume(returning: Array(state.received.prefix(count)))
                    } else {
                        state.waiters.append((count, continuation))
                    }
                }
            }
        }
    }
}
