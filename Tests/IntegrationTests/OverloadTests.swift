import HTTPClient
import HTTPServer
import JSON
import Reactor
import TestSupport
import Testing

@testable import Gateway

/// A provider on a port of its own that answers nobody until it is told to.
private final class HangingProvider: Sendable {
    let url: String
    let asked = Watched(0)
    private let mayAnswer = Gate()
    private let server: HTTPServer
    private let group: EventLoopGroup

    init() async throws {
        group = try EventLoopGroup(count: 1)
        var router = Router()
        router.add(.post, "/card-v2/v1/charge") { [asked, mayAnswer] _, _ in
            asked.withLock { $0 += 1 }
            await mayAnswer.wait()
            let answer = #"{"response_code":"00","response_message":"Success","data":{"link":"https://acs.example.com/pay"}}"#
            return Response(headers: ["Content-Type": "application/json"], body: .bytes(Array(answer.utf8)))
        }
        server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: router)
        url = "http://\(try await server.start())"
    }

    func answer() { mayAnswer.open() }

    func shutdown() async {
        await server.shutdown(within: .zero)
        await group.shutdown()
    }
}

@Suite("A gateway with more to do than it takes on", .timeLimit(.minutes(3)))
struct OverloadTests {
    private static let charges = GatewayBounds().charges
    private static let beyond = 76

    @Test("Charges beyond the bound are refused while a provider that hangs holds the others; then all of those are answered")
    func charges() async throws {
        // For as many connections in this process.
        ProcessHardening.apply()
        let folder = try TestFolder()
        let provider = try await HangingProvider()
        let gateway = try await GatewayProcess(
            in: folder, settings: ["GATEWAY_UPSTREAM_URL": provider.url, "GATEWAY_REQUEST_DEADLINE": "2m", "GATEWAY_LOG_LEVEL": "warning"])
        let caller = try TestCaller(connections: Self.charges + Self.beyond + 1)

        try await withThrowingTaskGroup(of: OutboundResponse?.self) { group in
            for number in 0..<Self.charges + Self.beyond {
                group.addTask { await caller.post(Self.payment(number), to: gateway.url + "/v1/payments", authorized: true) }
            }
            // Nobody else can have an answer yet.
            for _ in 0..<Self.beyond {
                let refused = try #require(try await group.next() ?? nil)
                #expect(refused.status == 503)
                #expect(refused.header("Retry-After") == "5")
                let answer = try JSONDocument(parsing: refused.body).root
                #expect(answer["state"]?.string == "UNAVAILABLE")
                #expect(answer["payment"]?.isNull == true)
            }
            for path in ["/healthz", "/readyz"] { #expect(await caller.get(gateway.url + path)?.status == 200) }
            await provider.asked.until { $0 >= 1 }
            provider.answer()
            for _ in 0..<Self.charges {
                let accepted = try #require(try await group.next() ?? nil)
                #expect(accepted.status == 201)
            }
        }
        await gateway.end()
        await caller.shutdown()
        await provider.shutdown()
    }

    private static func payment(_ number: Int) -> String {
        """
        {"externalId": "INV-\(number)", "orderId": "ORDER-\(number)", "amount": 150000, "transactionDescription": "Shoes",
         "cardDetails": {"cardHolderName": "Siti Nurhaliza", "cardNumber": "4111111111111111", "cardExpiredMonth": "01", "cardExpiredYear": "2039", "cardCvn": "123"},
         "customerDetails": {"fullName": "Siti Nurhaliza", "phone": "+628123456789", "email": "siti@example.id", "ipAddress": "203.0.113.7"},
         "returnUrl": "https://shop.example.id/back"}
        """
    }
}
