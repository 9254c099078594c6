import FoundationEssentials
import Glibc
import TestCertificates
import Testing

@Suite("The doctor", .timeLimit(.minutes(2)))
struct DoctorTests {
    /// What every case has: a ledger's folder, no terminals, and nothing of the machine's own PC/SC service.
    private func environment(_ folder: TestFolder, upstream: String) -> [String: String] {
        CommandLineProgram.credentials.merging([
            "GATEWAY_DATABASE": "sqlite:\(folder.file("ledger.db"))", "GATEWAY_LISTEN": "127.0.0.1:0", "GATEWAY_UPSTREAM_URL": upstream,
            "PCSCLITE_CSOCK_NAME": folder.file("pcscd.comm"),
        ]) { $1 }
    }

    private func verdicts(_ output: String) -> [String: String] {
        var verdicts: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let cells = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            for subject in ["settings", "ledger", "listener", "certificate", "upstream", "clock", "merchant store", "terminals"]
            where cells[1].drop(while: { $0 == " " }).hasPrefix(subject) {
                // Of several findings the worst counts.
                if verdicts[subject] != "missing" { verdicts[subject] = String(cells[0]) }
            }
        }
        return verdicts
    }

    @Test("All in order exits with 0; terminals are a note unless they are needed")
    func inOrder() async throws {
        let folder = try TestFolder()
        let sandbox = try StandingCommand("sandbox", "--listen", "127.0.0.1:0", environment: CommandLineProgram.credentials)
        let url = try #require(await sandbox.line(with: "sandbox is ready at")?.split(separator: " ").last.map(String.init))
        var settings = environment(folder, upstream: url)
        settings["GATEWAY_MERCHANT_STORE_URL"] = "\(url)/webhooks?token=tuna"
        settings["GATEWAY_MERCHANT_STORE_SECRET"] = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
        let outcome = try await CommandLineProgram.run("doctor", environment: settings)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(
            verdicts(outcome.output) == [
                "settings": "ok", "ledger": "ok", "listener": "ok", "upstream": "ok", "clock": "ok", "merchant store": "ok", "terminals": "note",
            ])
        #expect(outcome.output.contains("\(folder.file("pcscd.comm")) does not exist: install pcscd"))
        #expect(!outcome.output.contains("tuna"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("ledger.db")))

        let demanding = try await CommandLineProgram.run("doctor", "--terminals", environment: settings)
        #expect(demanding.status == 1)
        #expect(verdicts(demanding.output)["terminals"] == "missing")
        _ = await sandbox.end(by: SIGTERM)
    }

    @Test("What is missing is named, each with its cause, and the exit status is 1")
    func missing() async throws {
        let folder = try TestFolder()
        let authority = try TestAuthority()
        let expired = try authority.issue(for: .server, days: -30 ... -1)
        // Port 1 of loopback: nobody listens there.
        var settings = environment(folder, upstream: "http://127.0.0.1:1")
        settings["GATEWAY_DATABASE"] = "sqlite:\(folder.file("nowhere/ledger.db"))"
        settings["GATEWAY_TLS_CERTIFICATE"] = expired.certificatePath
        settings["GATEWAY_TLS_KEY"] = expired.keyPath
        let outcome = try await CommandLineProgram.run("doctor", environment: settings)
        #expect(outcome.status == 1)
        let verdicts = verdicts(outcome.output)
        for subject in ["ledger", "certificate", "upstream"] { #expect(verdicts[subject] == "missing", "\(subject)") }
        #expect(outcome.output.contains("its folder cannot be written"))
        #expect(outcome.output.contains("has expired at"))
        #expect(outcome.output.contains("no answer from http://127.0.0.1:1: "))
    }

    @Test("Unusable settings are told with the rest that can be examined")
    func settings() async throws {
        let outcome = try await CommandLineProgram.run("doctor", environment: ["GATEWAY_LISTN": "x", "PCSCLITE_CSOCK_NAME": "/nonexistent/socket"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("GATEWAY_LISTN"))
        #expect(verdicts(outcome.output) == ["settings": "missing", "terminals": "note"])
    }
}
