import Crypto
import HTTPClient
import JSON
import Payments
import Reactor
import Secrets
import TestCertificates
import Testing

@testable import Sandbox

@Suite("The sandbox among containers", .timeLimit(.minutes(1)))
struct SurroundingsTests {
    @Test("Health checks are answered", arguments: ["/healthz", "/readyz"])
    func health(path: String) async throws {
        try await SandboxFixture.run { fixture in
            let response = try await fixture.get(path)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == #"{"status":"ok"}"#)
        }
    }

    @Test("Callbacks go over TLS to whom the named authority knows, and to nobody else")
    func callbackAuthority() async throws {
        let (own, other) = (try TestAuthority("Own"), try TestAuthority("Other"))
        let identity = try own.issue(for: .server)
        let tls = try TLSServerContext(TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath))
        for (authority, status) in [(own, "DELIVERED"), (other, "GIVEN_UP")] {
            try await SandboxFixture.run(
                retrySchedule: "1ms", change: { $0.callbackAuthorities = authority.certificatePath }, callbackTLS: tls
            ) { fixture in
                _ = try await fixture.charge(ChargeBody(callbackURL: fixture.merchant.url))
                var callback = try await fixture.list("callbacks").first
                while callback.map({ $0["status"]?.string == "PENDING" }) ?? true { callback = try await fixture.list("callbacks").first }
                #expect(callback?["status"]?.string == status)
            }
        }
    }

    @Test("A file that holds no authority keeps it from starting")
    func unusableAuthority() async throws {
        let authority = try TestAuthority()
        let group = try EventLoopGroup(count: 1)
        var configuration = SandboxConfiguration(
            address: try SocketAddress(parsing: "127.0.0.1:0"),
            merchant: CredentialToken(
                merchant: try #require(MerchantID(SandboxFixture.merchantID)), secretUnbound: SecretBytes(utf8: SandboxFixture.secretUnbound),
                hashKey: .hashKey))
        for path in [try authority.write("no certificate", as: "text.pem"), "/nonexistent/authority.pem"] {
            configuration.callbackAuthorities = path
            let faulty = configuration
            let error = await #expect(throws: TLSError.self) { _ = try await SandboxService.start(faulty, group: group) }
            #expect(error?.description.contains(path) == true)
        }
        await group.shutdown()
    }

    @Test("Links to the payer's page begin as it was told, else with the name that was called", arguments: ["http://localhost:18090", nil])
    func pageURL(_ origin: String?) async throws {
        try await SandboxFixture.run(change: {
            $0.payer = .manual
            $0.pageURL = origin
        }) { fixture in
            let answer = try await fixture.charge(ChargeBody())
            #expect(answer.json["data"]?["link"]?.string?.hasPrefix((origin ?? fixture.url) + "/payment/process/?") == true)
        }
    }
}
