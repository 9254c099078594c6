import FoundationEssentials
import Glibc
import HTTPClient
import Reactor
import TestCertificates
import TestSupport
import Testing

@Suite("Gateway and sandbox as processes", .timeLimit(.minutes(2)))
struct SandboxProcessTests {
    private func address(_ command: StandingCommand) async throws -> String {
        try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
    }

    @Test("The sandbox says where it is and ends with 0 on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
    func sandbox(signal: Int32) async throws {
        let sandbox = try StandingCommand("sandbox", "--listen", "127.0.0.1:0", environment: CommandLineProgram.credentials)
        let url = try await address(sandbox)
        #expect(url.hasPrefix("http://127.0.0.1:"))
        #expect(try await CommandLineProgram.run("health", "--url", url, environment: [:]).output == "ready\n")
        #expect(await sandbox.end(by: signal) == .exit(0))
        #expect(try await CommandLineProgram.run("health", "--url", url, environment: [:]).status == 1)
    }

    @Test("serve is ready when it says so, is asked by health and callbacks, and ends with 0")
    func serve() async throws {
        let folder = try TestFolder()
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
        environment["GATEWAY_DATABASE"] = "sqlite:" + folder.file("ledger.db")
        environment["GATEWAY_LOG_LEVEL"] = "error"
        let gateway = try StandingCommand("serve", environment: environment)
        let url = try await address(gateway)
        environment["GATEWAY_URL"] = url
        environment["GATEWAY_LISTEN"] = url.replacing("http://", with: "")
        #expect(try await CommandLineProgram.run("health", environment: environment).output == "ready\n")

        let callback = try await CommandLineProgram.run(
            "callback", "sign", "-",
            input: #"{"event":"payment.success","data":{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}}"#
        ).output
        let sent = try await CommandLineProgram.run("callback", "send", "-", "--to", "\(url)/callback", input: callback)
        #expect(sent.status == 0)
        #expect(sent.output == "HTTP 200\n{\"message\":\"SUCCESS\"}\n")
        let forged = try await CommandLineProgram.run(
            "callback", "send", "-", "--to", "\(url)/callback", input: callback.replacing("10000", with: "90000"))
        #expect(forged.status == 1)
        #expect(forged.output == "HTTP 403\n{\"message\":\"invalid signature\"}\n")

        let list = try await CommandLineProgram.run("callbacks", "list", environment: environment)
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(list.output.contains("TXN-001"))
        let id = try #require(list.output.split(separator: "\n").last?.split(separator: " ").first.map(String.init))
        let shown = try await CommandLineProgram.run("callbacks", "show", id, environment: environment)
        #expect(shown.status == 0)
        #expect(shown.output.contains("TXN-001"))
        #expect(try await CommandLineProgram.run("callbacks", "show", "cb_none", environment: environment).status == 1)

        #expect(await gateway.end() == .exit(0))
        #expect(try await CommandLineProgram.run("health", environment: environment).status == 1)
    }

    @Test("Over TLS health is asked too, and SIGHUP makes serve read its certificate again")
    func tls() async throws {
        let folder = try TestFolder()
        let (first, second) = (try TestAuthority("First"), try TestAuthority("Second"))
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
        environment["GATEWAY_DATABASE"] = "sqlite:" + folder.file("ledger.db")
        environment["GATEWAY_LOG_LEVEL"] = "error"
        environment["GATEWAY_TLS_CERTIFICATE"] = folder.file("certificate.pem")
        environment["GATEWAY_TLS_KEY"] = folder.file("key.pem")
        try install(try first.issue(for: .server), in: folder)
        let gateway = try StandingCommand("serve", environment: environment)
        let url = try await address(gateway)
        #expect(url.hasPrefix("https://"))
        environment["GATEWAY_LISTEN"] = url.replacing("https://", with: "")
        #expect(try await CommandLineProgram.run("health", environment: environment).output == "ready\n")
        #expect(await answers(url, to: first))
        #expect(await !answers(url, to: second))

        try install(try second.issue(for: .server), in: folder)
        gateway.send(SIGHUP)
        // The suite's time limit bounds the wait.
        while await !answers(url, to: second) { await Task.yield() }
        #expect(await !answers(url, to: first))
        #expect(await gateway.end() == .exit(0))
    }

    private func install(_ identity: TestAuthority.Identity, in folder: TestFolder) throws {
        for (source, target) in [(identity.certificatePath, "certificate.pem"), (identity.keyPath, "key.pem")] {
            _ = try folder.write(try String(contentsOfFile: source, encoding: .utf8), to: target)
        }
    }

    /// Whether a client that trusts this authority only gets an answer.
    private func answers(_ url: String, to authority: TestAuthority) async -> Bool {
        guard let loop = try? EventLoop(name: "test client") else { return false }
        let client = HTTPClient(loop: loop, configuration: .init(caBundle: authority.certificatePath))
        let response = try? await client.send(OutboundRequest(.get, url + "/healthz", timeLimit: .seconds(10), mayBeSentTwice: true))
        await client.shutdown()
        await loop.shutdown()
        return response?.status == 200
    }

    @Test("What cannot be started exits with 1 and says why")
    func cannotStart() async throws {
        let noMerchant = try await CommandLineProgram.run("serve", environment: [:])
        #expect(noMerchant.status == 1)
        #expect(noMerchant.errors.contains("GATEWAY_MERCHANT_ID"))
        #expect(try await CommandLineProgram.run("sandbox", environment: [:]).status == 1)
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
        environment["GATEWAY_DATABASE"] = "sqlite:/nonexistent/ledger.db"
        let noLedger = try await CommandLineProgram.run("serve", environment: environment)
        #expect(noLedger.status == 1)
        #expect(noLedger.errors.contains("/nonexistent/ledger.db"))
        let sandbox = try StandingCommand("sandbox", "--listen", "127.0.0.1:0", environment: CommandLineProgram.credentials)
        let taken = try await address(sandbox).replacing("http://", with: "")
        let second = try await CommandLineProgram.run("sandbox", "--listen", taken)
        #expect(second.status == 1)
        #expect(second.errors.contains("Address already in use"))
        #expect(await sandbox.end() == .exit(0))
        let noAuthority = try await CommandLineProgram.run("sandbox", "--listen", "127.0.0.1:0", "--callback-ca", "/nonexistent/authority.pem")
        #expect(noAuthority.status == 1)
        #expect(noAuthority.errors.contains("/nonexistent/authority.pem"))
        #expect(try await CommandLineProgram.run("health", "--url", "localhost", environment: [:]).status == 2)
    }
}
