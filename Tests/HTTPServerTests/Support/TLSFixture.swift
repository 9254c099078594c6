import Crypto
import HTTPServer
import Reactor
import TestCertificates
import WireSupport

/// A server certificate of an authority of its own, and clients that trust it.
struct TLSFixture {
    let authority: TestAuthority
    let server: TLSServerContext

    init(askingClients: Bool = false) throws {
        authority = try TestAuthority()
        let identity = try authority.issue(for: .server)
        server = try TLSServerContext(
            TLSServerConfiguration(
                certificatePath: identity.certificatePath, keyPath: identity.keyPath, clientCAPath: askingClients ? authority.certificatePath : nil))
    }

    /// A client of `test` behind its handshake.
    func connect(
        to test: TestServer, versions: ClosedRange<TLSVersion> = .tls12 ... .tls13, protocols: [String] = ["http/1.1"], showing name: String? = nil,
        resuming resumption: TLSResumption? = nil
    ) async throws -> TestClient {
        let identity = try name.map { try authority.issue($0, for: .client) }
        let context = try TLSClientContext(
            TLSClientConfiguration(
                authoritiesPath: authority.certificatePath,
                identity: identity.map { .init(certificatePath: $0.certificatePath, keyPath: $0.keyPath) },
                versions: versions, applicationProtocols: protocols))
        let socket = try await StreamSocket.connect(to: test.address, on: test.clientLoop, within: TestClient.patience)
        let client = TestClient(socket, session: TLSSession(client: context, serverName: "localhost", resuming: resumption))
        try await client.shakeHands()
        return client
    }
}
