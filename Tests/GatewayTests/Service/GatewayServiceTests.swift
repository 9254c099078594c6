import Crypto
import IFortePay
import JSON
import Payments
import PaymentsSupport
import Reactor
import Storage
import Testing

@testable import Gateway

@Suite struct `Gateway service` {
    private let folder = TemporaryFolder()
    private let pipe = LogPipe()

    private func configuration(database: String? = nil, listen: String = "127.0.0.1:0") throws -> GatewayConfiguration {
        GatewayConfiguration(
            listen: try SocketAddress(parsing: listen), database: .sqlite(path: database ?? folder.path + "/ledger.db"),
            // A port that nobody listens on: nothing here sends a charge.
            upstream: Upstream(address: try #require(ProviderAddress("http://127.0.0.1:1"))),
            merchants: [MerchantConfiguration(credentials: TestGateway.shop)], loops: 1, logLevel: .debug, shutdownDeadline: .seconds(10))
    }

    private var logging: GatewayLog { .descriptor(pipe.writing, form: .json) }

    /// Why a gateway does not start; nil when it does.
    private func fault(of configuration: GatewayConfiguration) async -> GatewayStartError? {
        do throws(GatewayStartError) {
            await (try GatewayService.start(configuration, log: logging) { _ in ScriptedDriver() }).shutdown()
            return nil
        } catch {
            return error
        }
    }

    @Test func `It serves from start to shutdown, and says so in the log`() async throws {
        let service = try await GatewayService.start(try configuration(), log: logging) { _ in ScriptedDriver() }
        #expect(service.address.port != 0)
        #expect(service.url == "http://127.0.0.1:\(service.address.port)")
        let loop = try EventLoop(name: "client")
        let answer = try await RawClient(loop: loop).get("/readyz", headers: "x-request-id: probe-1\r\n", from: service.address)
        await service.shutdown()
        await service.shutdown()
        await #expect(throws: SocketError.self) { try await RawClient(loop: loop).get("/readyz", from: service.address) }
        await loop.shutdown()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("X-Content-Type-Options: nosniff\r\n"))
        #expect(answer.contains("x-request-id: probe-1\r\n"))
        #expect(!answer.contains("Strict-Transport-Security"))
        let lines = pipe.closeAndReadLines().compactMap { try? JSONDocument(parsing: Array($0.utf8)).root }
        #expect(lines.map { $0["event"]?.string } == ["service.started", "request.finished", "service.stopping", "service.stopped"])
        let finished = try #require(lines.first { $0["event"]?.string == "request.finished" })
        #expect(finished["requestId"]?.string == "probe-1")
        #expect(finished["path"]?.string == "/readyz")
        #expect(finished["status"]?.integer == 200)
    }

    @Test func `What a callback brings about stands in the log with its request's id`() async throws {
        let service = try await GatewayService.start(try configuration(), log: logging) { _ in ScriptedDriver() }
        let loop = try EventLoop(name: "client")
        let genuine = signedCallback(#"{"transactionId":"TXN-001"}"#)
        for (id, body) in [("forged-1", genuine.replacing("TXN-001", with: "TXN-002")), ("broken-1", "{"), ("genuine-1", genuine)] {
            let fields = "Host: gateway\r\nConnection: close\r\nx-request-id: \(id)\r\nContent-Length: \(body.utf8.count)\r\n"
            _ = try await RawClient(loop: loop).exchange("POST /callback HTTP/1.1\r\n\(fields)\r\n\(body)", with: service.address)
        }
        await service.shutdown()
        await loop.shutdown()
        let lines = pipe.closeAndReadLines().compactMap { try? JSONDocument(parsing: Array($0.utf8)).root }
        let ids = Dictionary(lines.map { ($0["event"]?.string, $0["requestId"]?.string) }, uniquingKeysWith: { first, _ in first })
        #expect(ids["callback.refused"] == "forged-1")
        #expect(ids["callback.malformed"] == "broken-1")
        #expect(ids["callback.received"] == "genuine-1")
    }

    @Test func `What a crash left SUBMITTING is UNKNOWN before the first request is taken`() async throws {
        let path = folder.path + "/ledger.db"
        let ledger = try SQLiteLedger.open(path: path, bounds: GatewayBounds().ledger)
        let past = Timestamp(milliseconds: 1_000_000)
        let id = PaymentID(ulid: RandomIdentifiers().next(at: past))
        let payment = Payment(
            id: id, merchant: TestGateway.shop.merchant, externalID: "INV-1", orderID: "O-1", status: .submitting, amount: 150_000, tenor: .full,
            channel: .bricc, authentication: .direct,
            card: CardSummary(network: nil, first6: nil, last4: nil, expiryMonth: nil, expiryYear: nil, source: .token), fingerprint: [1],
            deadline: past, createdAt: past, updatedAt: past)
        _ = try await ledger.admit(merchant: payment.merchant, externalID: payment.externalID) { _ in .record(payment) }
        await ledger.close()

        let service = try await GatewayService.start(try configuration(database: path), log: logging) { _ in ScriptedDriver() }
        await service.shutdown()
        let after = try SQLiteLedger.open(path: path, bounds: GatewayBounds().ledger)
        #expect(try await after.payment(id, of: payment.merchant)?.status == .unknown)
        await after.close()
        #expect(pipe.closeAndReadLines().contains { $0.contains(#""event":"payments.settled","count":1"#) })
    }

    @Test func `An address that is taken stops the start, and nothing of it is left`() async throws {
        let first = try await GatewayService.start(try configuration(), log: logging) { _ in ScriptedDriver() }
        let path = folder.path + "/second.db"
        let fault = await fault(of: try configuration(database: path, listen: first.address.description))
        #expect(fault?.description.hasPrefix("cannot listen on \(first.address): ") == true)
        // The ledger can be opened again: nobody holds it.
        await (try SQLiteLedger.open(path: path, bounds: GatewayBounds().ledger)).close()
        await first.shutdown()
        _ = pipe.closeAndReadLines()
    }

    @Test func `A ledger that cannot be opened stops the start, with file and cause`() async throws {
        let fault = await fault(of: try configuration(database: "/nonexistent/ledger.db"))
        #expect(fault?.description.hasPrefix("the ledger cannot be used: ") == true)
        #expect(fault?.description.contains("/nonexistent/ledger.db") == true)
        _ = pipe.closeAndReadLines()
    }

    @Test func `A certificate that cannot be used stops the start, with the file`() async throws {
        var configuration = try configuration()
        configuration.tls = TLSServerConfiguration(certificatePath: "/nonexistent/tls.crt", keyPath: "/nonexistent/tls.key")
        #expect(await fault(of: configuration)?.description.contains("/nonexistent/tls.crt") == true)
        await (try SQLiteLedger.open(path: folder.path + "/ledger.db", bounds: GatewayBounds().ledger)).close()
        _ = pipe.closeAndReadLines()
    }

    @Test func `A refusal by the protocol is a problem with its request's id`() async throws {
        let service = try await GatewayService.start(try configuration(), log: logging) { _ in ScriptedDriver() }
        let loop = try EventLoop(name: "client")
        let answer = try await RawClient(loop: loop).exchange("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", with: service.address)
        await loop.shutdown()
        await service.shutdown()
        _ = pipe.closeAndReadLines()
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(answer.contains("Content-Type: application/problem+json\r\n"))
        let body = try #require(answer.split(separator: "\r\n\r\n").last)
        let problem = try JSONDocument(parsing: Array(body.utf8)).root
        #expect(problem["status"]?.integer == 400)
        let id = try #require(problem["requestId"]?.string)
        #expect(answer.contains("x-request-id: \(id)\r\n"))
    }
}
