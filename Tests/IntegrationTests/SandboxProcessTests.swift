import Foundation
import Testing

@Suite("Gateway and sandbox as processes", .timeLimit(.minutes(2)))
struct SandboxProcessTests {
    private func address(_ command: StandingCommand) async throws -> String {
        try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
    }

    @Test("The sandbox says where it is and ends with 0 on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
    func sandbox(signal: Int32) async throws {
        let sandbox = try StandingCommand("sandbox", "--listen", "127.0.0.1:0", environment: CommandLineProgram.credentials)
        #expect(try await address(sandbox).hasPrefix("http://127.0.0.1:"))
        #expect(await sandbox.end(by: signal) == 0)
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

        #expect(await gateway.end() == 0)
        #expect(try await CommandLineProgram.run("health", environment: environment).status == 1)
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
        #expect(await sandbox.end() == 0)
    }
}
