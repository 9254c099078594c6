import Crypto
import Glibc
import IFortePay
import Payments
import PaymentsSupport
import Reactor
import TestCertificates
import Testing

@testable import Gateway

@Suite struct `Gateway over TLS` {
    private let folder = TemporaryFolder()
    private let authority: TestAuthority
    private let clients: TestAuthority
    private let identity: TestAuthority.Identity

    init() throws {
        authority = try TestAuthority("Servers")
        clients = try TestAuthority("Clients")
        identity = try authority.issue(for: .server)
    }

    private func configuration(asksForCertificates: Bool = false) throws -> GatewayConfiguration {
        GatewayConfiguration(
            listen: try SocketAddress(parsing: "127.0.0.1:0"),
            tls: TLSServerConfiguration(
                certificatePath: identity.certificatePath, keyPath: identity.keyPath,
                clientCAPath: asksForCertificates ? clients.certificatePath : nil),
            database: .sqlite(path: folder.path + "/ledger.db"), upstream: Upstream(address: try #require(ProviderAddress("http://127.0.0.1:1"))),
            merchants: [MerchantConfiguration(credentials: TestGateway.shop)], loops: 1, shutdownDeadline: .seconds(10))
    }

    /// Runs a gateway while `body` asks it; answers its log.
    @discardableResult
    private func withGateway(
        _ configuration: GatewayConfiguration, _ body: (GatewayService, EventLoop) async throws -> Void
    ) async throws -> [String] {
        let pipe = LogPipe()
        let service = try await GatewayService.start(configuration, log: .descriptor(pipe.writing, form: .json)) { _ in ScriptedDriver() }
        let loop = try EventLoop(name: "client")
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(service, loop))
        } catch {
            outcome = .failure(error)
        }
        await loop.shutdown()
        await service.shutdown()
        let lines = pipe.closeAndReadLines()
        try outcome.get()
        return lines
    }

    private func client(trusting authority: TestAuthority, showing identity: TestAuthority.Identity? = nil) throws -> TLSClientContext {
        let shown = identity.map { TLSClientConfiguration.Identity(certificatePath: $0.certificatePath, keyPath: $0.keyPath) }
        return try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath, identity: shown))
    }

    @Test func `Answers tell browsers to stay with TLS, and the URL says https`() async throws {
        try await withGateway(try configuration()) { service, loop in
            #expect(service.url == "https://127.0.0.1:\(service.address.port)")
            let answer = try await RawClient(loop: loop, tls: try client(trusting: authority)).get("/healthz", from: service.address)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("Strict-Transport-Security: max-age=31536000\r\n"))
        }
    }

    @Test func `Where clients are asked for certificates v1 is closed without one and open with one, and the rest is open`() async throws {
        let authorization = "Authorization: \(TestGateway.shop.authorization)\r\n"
        try await withGateway(try configuration(asksForCertificates: true)) { service, loop in
            let stranger = RawClient(loop: loop, tls: try client(trusting: authority))
            #expect(try await stranger.get("/v1/payments", headers: authorization, from: service.address).hasPrefix("HTTP/1.1 403 "))
            #expect(try await stranger.get("/healthz", from: service.address).hasPrefix("HTTP/1.1 200 "))
            let known = RawClient(loop: loop, tls: try client(trusting: authority, showing: try clients.issue("shop", for: .client)))
            #expect(try await known.get("/v1/payments", headers: authorization, from: service.address).hasPrefix("HTTP/1.1 200 "))
            // An invalid certificate fails the handshake, which is no answer at all.
            let strangers = try TestAuthority("Strangers")
            let forged = RawClient(loop: loop, tls: try client(trusting: authority, showing: try strangers.issue("shop", for: .client)))
            await #expect(throws: (any Error).self) { try await forged.get("/v1/payments", headers: authorization, from: service.address) }
        }
    }

    @Test func `Certificates are read anew, and files that cannot be used leave the old ones in use`() async throws {
        let renewed = try TestAuthority("Renewed")
        try await withGateway(try configuration()) { service, loop in
            let old = RawClient(loop: loop, tls: try client(trusting: authority))
            let new = RawClient(loop: loop, tls: try client(trusting: renewed))
            try replaceFiles(by: try renewed.issue(for: .server))
            #expect(try await old.get("/healthz", from: service.address).hasPrefix("HTTP/1.1 200 "))
            service.reloadCertificates()
            #expect(try await new.get("/healthz", from: service.address).hasPrefix("HTTP/1.1 200 "))
            await #expect(throws: (any Error).self) { try await old.get("/healthz", from: service.address) }
            #expect(truncate(identity.certificatePath, 0) == 0)
            service.reloadCertificates()
            #expect(try await new.get("/healthz", from: service.address).hasPrefix("HTTP/1.1 200 "))
        }
    }

    /// What no handshake begins with, what is none for long, and what breaks one off.
    private static let garbage: [[UInt8]] = [
        Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), [UInt8](repeating: 0, count: 512), [UInt8](repeating: 0xFF, count: 64),
        // A record longer than records may be; a handshake message of 16 MiB; an alert; SSL 2; half a record's head; nothing.
        [0x16, 0x03, 0x01, 0xFF, 0xFF, 0x01], [0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0xFF, 0xFF, 0xFF], [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28],
        [0x80, 0x2E, 0x01, 0x00, 0x02], [0x16, 0x03], [],
    ]

    @Test func `Two hundred garbage handshakes beside normal requests do no harm, and leave no line in the log`() async throws {
        let lines = try await withGateway(try configuration()) { service, loop in
            let client = RawClient(loop: loop, tls: try client(trusting: authority))
            var strangers: [StreamSocket] = []
            for number in 0..<200 {
                let stranger = try await StreamSocket.connect(to: service.address, on: loop, within: .seconds(20))
                let bytes = Self.garbage[number % Self.garbage.count]
                // Refused at the first bytes, a stranger may find its connection reset.
                if !bytes.isEmpty { try? await stranger.write(bytes, within: .seconds(20)) }
                // Every other one stays, and waits.
                if number % 2 == 0 { stranger.close() } else { strangers.append(stranger) }
                if number % 4 == 0 {
                    #expect(try await client.get("/openapi.yaml", from: service.address).hasPrefix("HTTP/1.1 200 "), "after \(number)")
                }
            }
            for stranger in strangers { stranger.close() }
        }
        let events = lines.map { line in line.split(separator: #""event":""#).dropFirst().first?.prefix { $0 != "\"" } ?? "" }
        #expect(events.count { $0 == "request.finished" } == 50)
        #expect(Set(events) == ["service.started", "request.finished", "service.stopping", "service.stopped"])
    }

    private func replaceFiles(by other: TestAuthority.Identity) throws {
        #expect(rename(other.certificatePath, identity.certificatePath) == 0)
        #expect(rename(other.keyPath, identity.keyPath) == 0)
    }
}
