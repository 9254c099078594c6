import Crypto
import HTTPClient
import Reactor
import Secrets
import TestCertificates
import Testing

@Suite struct TLSTests {
    private let authority: TestAuthority

    init() throws {
        authority = try TestAuthority()
    }

    private func context(_ issuer: TestAuthority? = nil, days: ClosedRange<Int> = -1...30) throws -> TLSServerContext {
        let identity = try (issuer ?? authority).issue(for: .server, days: days)
        return try TLSServerContext(TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath))
    }

    /// A client that trusts the authority alone.
    private var trusting: HTTPClient.Configuration { .init(caBundle: authority.certificatePath) }

    @Test func `a server that the authority vouches for is answered over TLS`() async throws {
        try await withServer(trusting, tls: try context(), script: { _ in .ok() }) { server, client in
            let answer = try await client.send(.post(server.url, "over TLS"))
            #expect(answer.status == 200)
            #expect(server.received.first?.body == Array("over TLS".utf8))
        }
    }

    @Test func `connections of their own resume the TLS session`() async throws {
        try await withServer(trusting, tls: try context(), script: { _ in .ok() }) { server, client in
            for _ in 1...3 { _ = try await client.send(.post(server.url)) }
            #expect(server.received.map(\.connection) == [1, 2, 3])
            #expect(server.received.map(\.isResumed) == [false, true, true])
        }
    }

    @Test func `a server that reads the request and closes leaves it unanswered`() async throws {
        try await withServer(trusting, tls: try context(), script: { _ in .answerAndClose("") }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isUnanswered)
            #expect(server.received.count == 1)
        }
    }

    @Test func `a certificate of an authority that is not trusted is not sent to`() async throws {
        let stranger = try TestAuthority("Another Authority")
        try await withServer(trusting, tls: try context(stranger), script: { _ in .ok() }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `without a bundle the system's authorities are asked, who do not know this one`() async throws {
        try await withServer(tls: try context(), script: { _ in .ok() }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `a client that is told not to verify is answered by whoever is there`() async throws {
        try await withServer(.init(verifiesCertificates: false), tls: try context(), script: { _ in .ok() }) { server, client in
            let answer = try await client.send(.get(server.url))
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [-10 ... -1, 1...10]) func `a certificate out of its time is not sent to`(days: ClosedRange<Int>) async throws {
        try await withServer(trusting, tls: try context(days: days), script: { _ in .ok() }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    /// The certificate names 127.0.0.1, not 127.0.0.2.
    @Test func `a certificate for another host is not sent to`() async throws {
        try await withServer(trusting, host: "127.0.0.2", tls: try context(), script: { _ in .ok() }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `a bundle that cannot be read sends nothing`() async throws {
        let configuration = HTTPClient.Configuration(caBundle: authority.certificatePath + ".missing")
        try await withServer(configuration, tls: try context(), script: { _ in .ok() }) { server, client in
            #expect(await client.failure(of: .post(server.url)).isNotSent)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `a server without TLS is not sent to under https`() async throws {
        try await withServer(trusting, script: { _ in .answerAndClose("HTTP/1.1 400 Bad Request\r\n\r\n") }) { server, client in
            #expect(await client.failure(of: .post("https://\(server.address)/", timeLimit: .seconds(1))).isNotSent)
        }
    }

    /// The kernel completes the TCP connection; nobody answers the handshake.
    @Test func `a handshake that takes longer than the connect limit is not sent`() async throws {
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        try await withClient(trusting) { client in
            var request = OutboundRequest.post("https://\(listener.address)/")
            request.connectLimit = .milliseconds(150)
            let error = await client.failure(of: request)
            #expect(error.isNotSent && error != FailureTests.timeLimitReached)
        }
        listener.close()
    }
}
