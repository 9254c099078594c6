import Synchronization
import TestCertificates
import Testing

@testable import Crypto

@Suite("TLS session resumption")
struct TLSResumptionTests {
    /// A clock that a test moves.
    final class HandClock: Sendable {
        private let moment = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { moment.withLock { $0 } }

        func advance(by duration: Duration) {
            moment.withLock { $0 += duration }
        }
    }

    private let authority: TestAuthority
    private let configuration: TLSServerConfiguration
    private let clock = HandClock()

    init() throws {
        authority = try TestAuthority()
        let identity = try authority.issue(for: .server)
        configuration = TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath)
    }

    private func server() throws -> TLSServerContext {
        try TLSServerContext(configuration, ticketKeys: TicketKeys(now: { [clock] in clock.now }))
    }

    private func client(_ version: TLSVersion) throws -> TLSClientContext {
        try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath, versions: version...version))
    }

    private func resumption(_ client: TLSClientContext, _ server: TLSServerContext) throws -> TLSResumption {
        let pair = try TLSPair.connected(client, server)
        try pair.deliverTickets()
        return try #require(pair.client.resumption)
    }

    @Test("A ticket resumes a session, and the client gets a new one", arguments: [TLSVersion.tls12, .tls13])
    func resumes(_ version: TLSVersion) throws {
        let (client, server) = (try client(version), try server())
        var resumption = try resumption(client, server)
        for _ in 0..<3 {
            let pair = try TLSPair.connected(client, server, resuming: resumption)
            #expect(pair.server.isResumed)
            #expect(pair.client.isResumed)
            #expect(pair.server.applicationProtocol == "http/1.1")
            #expect(try pair.exchange([9], from: pair.client, to: pair.server) == [9])
            try pair.deliverTickets()
            resumption = try #require(pair.client.resumption)
        }
    }

    @Test("A ticket of another server context, as after a certificate was renewed, leads to a full handshake", arguments: [TLSVersion.tls12, .tls13])
    func foreignTicket(_ version: TLSVersion) throws {
        let client = try client(version)
        let pair = try TLSPair.connected(client, try server(), resuming: try resumption(client, try server()))
        #expect(!pair.server.isResumed)
        #expect(try pair.exchange([9], from: pair.client, to: pair.server) == [9])
    }

    @Test("A ticket works while its key may open it, and not afterwards", arguments: [TLSVersion.tls12, .tls13])
    func keysRunOut(_ version: TLSVersion) throws {
        let (client, server) = (try client(version), try server())
        clock.advance(by: TicketKeys.ticketLifetime - .seconds(1))
        let resumption = try resumption(client, server)
        clock.advance(by: TicketKeys.ticketLifetime)
        #expect(try TLSPair.connected(client, server, resuming: resumption).server.isResumed)
        clock.advance(by: .seconds(1))
        #expect(try !TLSPair.connected(client, server, resuming: resumption).server.isResumed)
    }

    @Test(
        "Each resumption brings a ticket of the newest key, so that a session can be resumed for longer than a key lives",
        arguments: [TLSVersion.tls12, .tls13])
    func renewal(_ version: TLSVersion) throws {
        let (client, server) = (try client(version), try server())
        var resumption = try resumption(client, server)
        for _ in 0..<4 {
            clock.advance(by: TicketKeys.ticketLifetime)
            let pair = try TLSPair.connected(client, server, resuming: resumption)
            #expect(pair.server.isResumed)
            try pair.deliverTickets()
            resumption = try #require(pair.client.resumption)
        }
    }

    @Test("A key seals for one lifetime, opens for another, and is gone")
    func keyRotation() throws {
        let keys = TicketKeys(now: { [clock] in clock.now })
        func opens(_ key: TicketKeys.Key) -> Bool { key.name.withUnsafeBytes { keys.openingKey(named: $0) } != nil }
        let first = keys.sealingKey()
        clock.advance(by: TicketKeys.ticketLifetime - .seconds(1))
        #expect(keys.sealingKey().name == first.name)
        clock.advance(by: .seconds(1))
        let second = keys.sealingKey()
        #expect(second.name != first.name)
        #expect(second.encryption != first.encryption)
        #expect(second.authentication != first.authentication)
        #expect(opens(first))
        #expect(opens(second))
        clock.advance(by: TicketKeys.ticketLifetime)
        #expect(!opens(first))
        #expect(opens(second))
        let third = keys.sealingKey()
        clock.advance(by: TicketKeys.ticketLifetime)
        #expect(!opens(second))
        #expect(opens(third))
        #expect(Array(repeating: 0, count: 16).withUnsafeBytes { keys.openingKey(named: $0) } == nil)
    }
}
