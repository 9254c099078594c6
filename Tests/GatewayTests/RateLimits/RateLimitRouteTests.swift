import HTTPServer
import IFortePay
import JSON
import Payments
import Reactor
import Testing

@testable import Gateway

@Suite struct `Rate limits of routes` {
    private let moment = ManualMoment()

    private func limits(address: String? = nil, merchant: String? = nil) -> RateLimits {
        RateLimits(
            addresses: address.flatMap { RateLimit($0) }.map { limit in
                RateLimiter(limit, maximumKeys: 100, now: { [moment] in moment.now }, report: { _, _ in })
            },
            merchants: merchant.flatMap { RateLimit($0) }.map { limit in
                RateLimiter(limit, maximumKeys: 100, now: { [moment] in moment.now }, report: { _, _ in })
            })
    }

    /// The answer to a request from an address.
    private func status(_ gateway: TestGateway, _ target: String, from peer: String) async throws -> Int {
        let request = try Request(method: .get, target: target, headers: ["Authorization": TestGateway.shop.authorization], from: peer)
        return await gateway.router.respond(to: request).status.code
    }

    static let limited: [(HTTPMethod, String)] = [
        (.get, "/v1/payments"), (.post, "/v1/payments"), (.get, "/v1/payments/pay_1"), (.post, "/v1/cards/check"), (.get, "/v1/terminals"),
        (.get, "/v1/terminals/events"), (.get, "/v1/terminals/front-00"), (.post, "/v1/terminals/front-00/reads"),
        (.get, "/v1/terminals/front-00/reads/read_1"), (.delete, "/v1/terminals/front-00/reads/read_1"), (.get, "/v1/callbacks"),
        (.get, "/v1/callbacks/cb_1"), (.post, "/v1/callbacks/redeliver"), (.post, "/v1/callbacks/cb_1/redeliver"), (.post, "/callback"),
        (.post, "/callback/SHOP-1"), (.post, "/callback/SHOP-1/pay_1"), (.get, "/openapi.yaml"),
    ]

    @Test(arguments: limited)
    func `An address that asks too often gets a problem with Retry-After, on every route`(method: HTTPMethod, target: String) async throws {
        let gateway = try TestGateway(limits: limits(address: "1/m"))
        #expect(try await gateway.send(.get, "/v1/payments").status == 200)
        moment.advance(by: .milliseconds(17_500))
        let reply = try await gateway.send(method, target, method == .post ? "{}" : nil)
        #expect(reply.status == 429)
        #expect(reply.isProblem)
        #expect(reply["detail"]?.string == "too many requests come from this address")
        #expect(reply.headers["Retry-After"] == "43")
        moment.advance(by: .milliseconds(42_500))
        #expect(try await gateway.send(.get, "/v1/payments").status == 200)
    }

    @Test func `The address is asked before who asks is, so that nobody can guess tokens faster`() async throws {
        let gateway = try TestGateway(limits: limits(address: "1/m", merchant: "1/m"))
        #expect(try await gateway.send(.get, "/v1/payments", as: "Basic wrong").status == 401)
        #expect(try await gateway.send(.get, "/v1/payments", as: "Basic wrong").status == 429)
    }

    @Test func `Health checks have no limit`() async throws {
        let gateway = try TestGateway(limits: limits(address: "1/h", merchant: "1/h"))
        for _ in 1...10 {
            #expect(try await gateway.send(.get, "/healthz", as: nil).status == 200)
            #expect(try await gateway.send(.get, "/readyz", as: nil).status == 200)
        }
        #expect(try await gateway.send(.get, "/openapi.yaml", as: nil).status == 200)
    }

    @Test func `IPv4 addresses count whole, IPv6 addresses by their first 64 bits, whatever the port`() async throws {
        let gateway = try TestGateway(limits: limits(address: "1/h"))
        func status(_ peer: String) async throws -> Int { try await self.status(gateway, "/v1/payments", from: peer) }
        #expect(try await status("192.0.2.1:1000") == 200)
        #expect(try await status("192.0.2.1:1001") == 429)
        #expect(try await status("[::ffff:192.0.2.1]:1000") == 429)
        #expect(try await status("192.0.2.2:1000") == 200)
        #expect(try await status("[2001:db8:1:2::1]:1000") == 200)
        #expect(try await status("[2001:db8:1:2:ffff:ffff:ffff:ffff]:1001") == 429)
        #expect(try await status("[2001:db8:1:3::1]:1000") == 200)
    }

    @Test func `A merchant's limit holds on every route under v1 together, from any address, and for it alone`() async throws {
        let gateway = try TestGateway(limits: limits(merchant: "2/m"))
        #expect(try await status(gateway, "/v1/payments", from: "192.0.2.1:1") == 200)
        #expect(try await status(gateway, "/v1/terminals", from: "192.0.2.2:1") == 200)
        let reply = try await gateway.send(.get, "/v1/callbacks")
        #expect(reply.status == 429)
        #expect(reply.isProblem)
        #expect(reply["detail"]?.string == "this merchant sends too many requests")
        #expect(reply.headers["Retry-After"] == "30")
        #expect(try await gateway.send(.get, "/v1/payments", as: TestGateway.other.authorization).status == 200)
        #expect(try await gateway.send(.get, "/v1/payments", as: "Basic wrong").status == 401)
        #expect(try await gateway.send(.post, "/callback/SHOP-1", "{}").status == 403, "callbacks are iFortePay's")
        moment.advance(by: .seconds(30))
        #expect(try await gateway.send(.get, "/v1/callbacks").status == 200)
    }

    @Test func `The answer comes before the body is read`() async throws {
        let gateway = try TestGateway(limits: limits(address: "1/h"))
        let listening = try await ListeningGateway(gateway)
        let first = try await listening.connect()
        try await first.send(.get, "/v1/payments")
        try await first.read(until: "HTTP/1.1 200 ")
        let second = try await listening.connect()
        try await second.send("POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        try await second.read(until: "HTTP/1.1 429 ")
        first.close()
        second.close()
        await listening.stop()
    }

    @Test func `The log tells who is held up, once for many refusals`() async throws {
        let pipe = LogPipe()
        let log = EventLog(level: .info, form: .json, output: LogOutput(descriptor: pipe.writing), clock: SystemClock())
        var configuration = GatewayConfiguration(
            listen: try SocketAddress(parsing: "127.0.0.1:0"), database: .sqlite(path: ""),
            upstream: Upstream(address: try #require(ProviderAddress("http://127.0.0.1:1"))),
            merchants: [MerchantConfiguration(credentials: TestGateway.shop)], loops: 1)
        configuration.addressLimit = RateLimit("1/h")
        configuration.merchantLimit = RateLimit("1/h")
        let limits = RateLimits(configuration, bounds: GatewayBounds(), log: log)
        let head = try Request(method: .get, target: "/v1/payments", from: "192.0.2.1:5000").head
        for _ in 1...100 {
            _ = limits.refusal(of: head)
            _ = limits.refusal(of: TestGateway.shop.merchant, head)
        }
        await log.close(within: .seconds(10))
        let lines = pipe.closeAndReadLines()
        #expect(lines.count == 2)
        #expect(lines.contains { $0.contains(#""event":"requests.limited","by":"address","last":"192.0.2.1","refused":1"#) })
        #expect(lines.contains { $0.contains(#""event":"requests.limited","by":"merchant","last":"SHOP-1","refused":1"#) })
    }

    @Test func `Off is off`() async throws {
        let gateway = try TestGateway()
        for _ in 1...200 { #expect(try await status(gateway, "/v1/payments", from: "192.0.2.1:1") == 200) }
    }
}
