import HTTPClient
import HTTPServer
import MerchantStore
import Payments
import Reactor
import Secrets
import Synchronization
import Testing

@Suite struct HTTPMerchantStoreTests {
    private struct Received: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]
    }

    private final class Log: Sendable {
        let received = Mutex<[Received]>([])
        var all: [Received] { received.withLock { $0 } }
    }

    private let merchant: MerchantID
    private let callback: StoredCallback
    /// With a byte order mark and white space, as received.
    private static let body = Array("\u{FEFF}{ \"data\" : {\"a\":\"é\"} }\n".utf8)
    private static let moment = Timestamp(milliseconds: 1_614_265_330_999)

    init() throws {
        merchant = try #require(MerchantID("M1"))
        let content = CallbackContent(transactionID: "T", externalID: nil, orderID: nil, statusWord: nil, amount: nil, currency: nil)
        let verified = VerifiedCallback(merchant: merchant, event: nil, content: content, contentDigest: [1], body: Self.body)
        callback = StoredCallback(
            CallbackHeading(
                id: try #require(CallbackID("cb_01J0000000000000000000000Z")), identity: CallbackIdentity(verified), event: nil, payment: nil,
                mismatch: false, receivedAt: Timestamp(milliseconds: 0),
                delivery: Delivery(status: .pending, slotsUsed: 0, nextAttemptAt: nil, dueAt: nil, attemptsMade: 0, isRunning: false)),
            body: Self.body)
    }

    /// Runs `body` with a merchant's backend that answers as told, and the gateway's store for it.
    private func withBackend(
        timeLimit: Duration = HTTPMerchantStore.timeLimit, answer: @escaping @Sendable (Request) async throws -> Response,
        _ body: (HTTPMerchantStore, Log) async throws -> Void
    ) async throws {
        let log = Log()
        var router = Router()
        for path in ["/hooks", "/elsewhere"] {
            router.add(.post, path) { request, _ in
                let headers = Dictionary(request.head.headers.names.map { ($0.lowercased(), request.head.headers[$0] ?? "") }) { first, _ in first }
                log.received.withLock { $0.append(Received(path: path, headers: headers, body: request.body.withUnsafeBytes { Array($0) })) }
                return try await answer(request)
            }
        }
        let group = try EventLoopGroup(count: 1)
        let loop = try EventLoop(name: "client")
        let configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        let server = HTTPServer(configuration: configuration, group: group, router: router)
        let address = try await server.start()
        let client = HTTPClient(loop: loop, configuration: .init())
        let secret = try WebhookSecret(parsing: SecretBytes(utf8: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let store = HTTPMerchantStore(
            client: client, addresses: [merchant: MerchantStoreAddress(url: "http://\(address)/hooks", secret: secret)], timeLimit: timeLimit)
        do {
            try await body(store, log)
        } catch {
            Issue.record(error)
        }
        await client.shutdown()
        await server.shutdown(within: .zero)
        await loop.shutdown()
        await group.shutdown()
    }

    @Test func `the callback arrives to the byte, with the headers of Standard Webhooks`() async throws {
        try await withBackend(answer: { _ in Response() }) { store, log in
            #expect(await store.deliver(callback, attempt: 2, at: Self.moment) == .answered(status: 200))
            let received = try #require(log.all.first)
            #expect(received.path == "/hooks")
            #expect(received.body == Self.body)
            #expect(received.headers["content-type"] == "application/json")
            #expect(received.headers["webhook-id"] == "cb_01J0000000000000000000000Z")
            #expect(received.headers["webhook-timestamp"] == "1614265330")
            #expect(received.headers["x-delivery-attempt"] == "2")
            // printf 'cb_01J0000000000000000000000Z.1614265330.\xef\xbb\xbf{ "data" : {"a":"\xc3\xa9"} }\n' | openssl dgst -sha256 -mac HMAC
            //   -macopt hexkey:31f290f6bf06298aab4f08d43c3f082cf648a362da2da4b0 -binary | base64
            #expect(received.headers["webhook-signature"] == "v1,gE4iY4qGO5MqVroHrJAJHfyCPX2nhUHubzQsCnlc6A8=")
        }
    }

    @Test(arguments: [200, 201, 204, 302, 400, 404, 429, 500, 503]) func `the status is the answer, whatever it is`(status: Int) async throws {
        let answer: @Sendable (Request) async throws -> Response = { _ in Response(status: HTTPStatus(status), headers: ["Location": "/elsewhere"]) }
        try await withBackend(answer: answer) { store, log in
            #expect(await store.deliver(callback, attempt: 1, at: Self.moment) == .answered(status: status))
            #expect(log.all.map(\.path) == ["/hooks"])
        }
    }

    @Test func `a backend that is too slow has not answered, and was asked once`() async throws {
        try await withBackend(
            timeLimit: .seconds(1),
            answer: { _ in
                try await Task.sleep(for: .seconds(30))
                return Response()
            }
        ) { store, log in
            #expect(await store.deliver(callback, attempt: 1, at: Self.moment) == .failed(reason: "no complete answer within 1.0 seconds"))
            #expect(log.all.count == 1)
        }
    }

    @Test func `a backend that breaks off has not answered, and was asked once though another connection was kept`() async throws {
        struct Cut: Error {}
        let isFirst = Mutex(true)
        try await withBackend(answer: { _ in
            if isFirst.withLock({ first in
                defer { first = false }; return first
            }) {
                return Response()
            }
            return Response(body: .stream { _ in throw Cut() })
        }) { store, log in
            #expect(await store.deliver(callback, attempt: 1, at: Self.moment) == .answered(status: 200))
            guard case .failed = await store.deliver(callback, attempt: 2, at: Self.moment) else {
                Issue.record("answered")
                return
            }
            #expect(log.all.map { $0.headers["x-delivery-attempt"] } == ["1", "2"])
        }
    }

    @Test func `only a merchant with an address has one`() async throws {
        try await withBackend(answer: { _ in Response() }) { store, log in
            #expect(store.hasAddress(merchant))
            let other = try #require(MerchantID("M2"))
            #expect(!store.hasAddress(other))
        }
    }

    @Test func `cancelling the task ends the attempt`() async throws {
        try await withBackend(answer: { _ in
            try await Task.sleep(for: .seconds(30))
            return Response()
        }) { store, log in
            let attempt = Task { await store.deliver(callback, attempt: 1, at: Self.moment) }
            attempt.cancel()
            #expect(await attempt.value == .failed(reason: "the attempt was cancelled"))
        }
    }

    @Test func `the time limit is ten seconds`() {
        #expect(HTTPMerchantStore.timeLimit == .seconds(10))
    }
}
