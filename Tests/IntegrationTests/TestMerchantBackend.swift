import HTTPServer
import JSON
import Reactor
import Secrets
import Synchronization

/// A merchant backend on a port of its own: remembers which transactions it was told of and lets the test hold its answers back.
final class TestMerchantBackend: Sendable {
    private struct State {
        var forwards: [String] = []
        var isOpen = true
        var held: [CheckedContinuation<Void, Never>] = []
        var waiters: [(isDone: @Sendable ([String]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The secret of the settings below.
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    let url: String
    private let server: HTTPServer
    private let group: EventLoopGroup
    private let state: Mutex<State>

    init() async throws {
        let state = Mutex(State())
        group = try EventLoopGroup(count: 1)
        var router = Router()
        let inbox = Inbox()
        router.add(.post, "/webhooks") { request, _ in
            await inbox.backend?.take(request)
            return Response(status: .ok)
        }
        server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: router)
        url = "http://\(try await server.start())/webhooks"
        self.state = state
        inbox.backend = self
    }

    /// What a gateway needs to forward here.
    var settings: [String: String] { ["GATEWAY_MERCHANT_STORE_URL": url, "GATEWAY_MERCHANT_STORE_SECRET": Self.secret] }

    /// The transactions of all forwards up to now, repeats included.
    var forwards: [String] { state.withLock { $0.forwards } }

    /// From now on no answer is given.
    func hold() { state.withLock { $0.isOpen = false } }

    /// Gives the answers held back, and from now on at once.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isOpen = true
            return state.held
        }
        for answer in held { answer.resume() }
    }

    /// Returns when the forwards up to then are as `isDone` wants them; the suite's time limit bounds the wait.
    func wait(until isDone: @escaping @Sendable ([String]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDoneNow = state.withLock { state in
                if isDone(state.forwards) { return true }
                state.waiters.append((isDone, continuation))
                return false
            }
            if isDoneNow { continuation.resume() }
        }
    }

    func shutdown() async {
        release()
        await server.shutdown(within: .seconds(1))
        await group.shutdown()
    }

    private func take(_ request: Request) async {
        let body = request.body.withUnsafeBytes { Array($0) }
        let transaction = (try? JSONDocument(parsing: body))?.root["data"]?["transactionId"]?.string ?? "?"
        let served = state.withLock { state in
            state.forwards.append(transaction)
            let served = state.waiters.filter { $0.isDone(state.forwards) }
            state.waiters.removeAll { $0.isDone(state.forwards) }
            return served
        }
        for waiter in served { waiter.continuation.resume() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// What the route's closure knows of a backend that is still being made.
    private final class Inbox: Sendable {
        private let reference = Mutex<TestMerchantBackend?>(nil)
        var backend: TestMerchantBackend? {
            get { reference.withLock { $0 } }
            set { reference.withLock { $0 = newValue } }
        }
    }
}
