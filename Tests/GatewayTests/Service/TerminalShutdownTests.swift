import HTTPServer
import IFortePay
import JSON
import Payments
import PaymentsSupport
import Reactor
import Testing

@testable import Gateway

/// What becomes of those who wait at terminals when the service ends, and what the log says of reads.
@Suite(.timeLimit(.minutes(2))) struct `Terminals at the end of the service` {
    private let folder = TemporaryFolder()
    private let driver = ScriptedDriver()
    private let pipe = LogPipe()

    private func start() async throws -> GatewayService {
        let configuration = GatewayConfiguration(
            listen: try SocketAddress(parsing: "127.0.0.1:0"), database: .sqlite(path: folder.path + "/ledger.db"),
            upstream: Upstream(address: try #require(ProviderAddress("http://127.0.0.1:1"))),
            merchants: [MerchantConfiguration(credentials: TestGateway.shop)], loops: 1,
            // Longer than any test may take: nothing here may need it.
            shutdownDeadline: .seconds(300))
        return try await GatewayService.start(configuration, log: .descriptor(pipe.writing, form: .json)) { _ in driver }
    }

    @Test func `Nobody who waits or listens holds the shutdown up`() async throws {
        let service = try await start()
        let loop = try EventLoop(name: "client")
        func connect() async throws -> WireClient { try await WireClient(service.address, on: loop) }

        let listener = try await connect()
        try await listener.send(.get, "/v1/terminals/events")
        try await listener.read(until: "\r\n\r\n")
        let looking = try await connect()
        try await looking.send(.post, "/v1/terminals/front-00/reads")
        await driver.tapWaits(at: ScriptedDriver.front)
        try await looking.read(until: "WAITING")
        let path = try #require(looking.received.split(separator: "Location: ").last?.split(separator: "\r\n").first)
        try await looking.send(.get, path + "?wait=60")
        let paying = try await connect()
        try await paying.send(.post, "/v1/payments", PaymentSample().with("cardDetails", #"{"terminal": "back-00"}"#).json)
        await driver.tapWaits(at: ScriptedDriver.back)

        await service.shutdown()
        #expect(driver.isClosed)
        try await listener.read(until: "\r\n0\r\n\r\n")
        #expect(listener.received.contains("event: read.failed\n"))
        try await looking.read(until: "CANCELLED")
        try await paying.read(until: "UNAVAILABLE")
        await loop.shutdown()

        let lines = pipe.closeAndReadLines().compactMap { try? JSONDocument(parsing: Array($0.utf8)).root }
        let id = try #require(path.split(separator: "/").last)
        #expect(lines.contains { $0["event"]?.string == "read.started" && $0["read"]?.string == String(id) })
        #expect(
            lines.contains {
                $0["event"]?.string == "read.ended" && $0["terminal"]?.string == "front-00" && $0["status"]?.string == "CANCELLED"
            })
        #expect(lines.contains { $0["event"]?.string == "tap.ended" && $0["terminal"]?.string == "back-00" })
        #expect(lines.last?["event"]?.string == "service.stopped")
        #expect(lines.last?["unfinishedCharges"]?.integer == 0)
    }

    @Test func `The log says how a read went, and nothing of its card`() async throws {
        let service = try await start()
        let loop = try EventLoop(name: "client")
        let client = try await WireClient(service.address, on: loop)
        for outcome in [ScriptedDriver.card, ScriptedDriver.removed] {
            try await client.send(.post, "/v1/terminals/front-00/reads?wait=60")
            await driver.tapWaits()
            driver.end(with: outcome)
            try await client.read(until: outcome.isCard ? "SUCCEEDED" : "card.removed")
        }
        client.close()
        await service.shutdown()
        await loop.shutdown()
        let lines = pipe.closeAndReadLines()
        #expect(lines.contains { $0.contains(#""event":"read.ended""#) && $0.contains(#""status":"SUCCEEDED""#) && $0.contains(#""requestId":"#) })
        #expect(lines.contains { $0.contains(#""status":"FAILED","code":"card.removed""#) })
        for data in ["411111", "NURHALIZA", "VISA"] { #expect(!lines.contains { $0.contains(data) }, "\(data)") }
    }

    @Test func `A gateway that does not start closes its readers`() async throws {
        let first = try await start()
        let second = ScriptedDriver()
        let path = folder.path
        let configuration = GatewayConfiguration(
            listen: first.address, database: .sqlite(path: path + "/second.db"),
            upstream: Upstream(address: try #require(ProviderAddress("http://127.0.0.1:1"))),
            merchants: [MerchantConfiguration(credentials: TestGateway.shop)], loops: 1)
        await #expect(throws: GatewayStartError.self) {
            try await GatewayService.start(configuration, log: .descriptor(pipe.writing, form: .json)) { _ in second }
        }
        #expect(second.isClosed)
        #expect(!driver.isClosed)
        await first.shutdown()
        _ = pipe.closeAndReadLines()
    }
}

extension TapOutcome {
    fileprivate var isCard: Bool {
        if case .card = self { true } else { false }
    }
}
