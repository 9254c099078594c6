import Crypto
import TestCertificates
import Testing

@Suite("TLS client certificates")
struct TLSClientCertificateTests {
    private let fixture: TLSFixture

    init() throws {
        fixture = try TLSFixture(askingClients: true)
    }

    @Test("A good certificate is verified", arguments: [TLSVersion.tls12, .tls13])
    func good(_ version: TLSVersion) throws {
        let identity = try fixture.authority.issue("merchant", for: .client)
        let pair = try TLSPair.connected(try fixture.client(version...version, identity: identity), fixture.server)
        #expect(pair.server.peerCertificateVerified)
        #expect(try pair.exchange([1], from: pair.client, to: pair.server) == [1])
    }

    @Test("A client without one passes, unverified", arguments: [TLSVersion.tls12, .tls13])
    func absent(_ version: TLSVersion) throws {
        let pair = try TLSPair.connected(try fixture.client(version...version), fixture.server)
        #expect(!pair.server.peerCertificateVerified)
        #expect(try pair.exchange([1], from: pair.client, to: pair.server) == [1])
    }

    enum Fault: CaseIterable, Sendable {
        case foreignAuthority
        case sameNamedAuthority
        case expired
        case notYetValid
        case forServers

        /// Who signs the certificate, where the server accepts those of `authority`.
        func signer(_ authority: TestAuthority) throws -> TestAuthority {
            switch self {
            case .foreignAuthority: try TestAuthority("Another Authority")
            case .sameNamedAuthority: try TestAuthority()
            case .expired, .notYetValid, .forServers: authority
            }
        }

        var days: ClosedRange<Int> {
            switch self {
            case .expired: -10 ... -1
            case .notYetValid: 1...10
            case .foreignAuthority, .sameNamedAuthority, .forServers: -1...1
            }
        }

        var reason: String {
            switch self {
            case .foreignAuthority: "unable to get local issuer certificate"
            case .sameNamedAuthority: "certificate signature failure"
            case .expired: "certificate has expired"
            case .notYetValid: "certificate is not yet valid"
            case .forServers: "unsuitable certificate purpose"
            }
        }
    }

    @Test("A bad one fails the handshake, and the client is told", arguments: Fault.allCases, [TLSVersion.tls12, .tls13])
    func bad(_ fault: Fault, _ version: TLSVersion) throws {
        let signer = try fault.signer(fixture.authority)
        let identity = try signer.issue("merchant", for: fault == .forServers ? .server : .client, days: fault.days)
        let pair = TLSPair(try fixture.client(version...version, identity: identity), fixture.server)
        let error = #expect(throws: TLSError.self) { try pair.shakeHands() }
        #expect(error == .handshakeFailed(reason: "certificate verify failed: \(fault.reason)"))
        #expect(!pair.server.peerCertificateVerified)
        #expect(throws: TLSError.self) {
            _ = try pair.client.handshake()
            _ = try pair.client.readAll()
        }
    }

    @Test("A server without client authorities asks for no certificate and verifies none")
    func notAsked() throws {
        let plain = try TLSFixture()
        let identity = try plain.authority.issue("merchant", for: .client)
        let pair = try TLSPair.connected(try plain.client(identity: identity), plain.server)
        #expect(!pair.server.peerCertificateVerified)
    }

    @Test("A resumed session keeps what was verified", arguments: [TLSVersion.tls12, .tls13], [true, false])
    func resumed(_ version: TLSVersion, _ hasCertificate: Bool) throws {
        let identity = hasCertificate ? try fixture.authority.issue("merchant", for: .client) : nil
        let client = try fixture.client(version...version, identity: identity)
        let first = try TLSPair.connected(client, fixture.server)
        try first.deliverTickets()
        let resumption: TLSResumption = try #require(first.client.resumption)
        let second = try TLSPair.connected(client, fixture.server, resuming: resumption)
        #expect(second.server.isResumed)
        #expect(second.server.peerCertificateVerified == hasCertificate)
    }
}
