import Foundation
import PCSCSupport
import Payments
import Reactor
import Sandbox
import TestSupport
import Testing

@Suite("The commands for card terminals, through PC/SC", .throughPCSC, .timeLimit(.minutes(2)))
struct TerminalCommandTests {
    static func terminal(_ reader: PCSCDaemon.Reader) -> String { TerminalID(readerName: reader.name).rawValue }

    static func hold(_ card: any VirtualCardBehaviour, to reader: PCSCDaemon.Reader) async throws -> VirtualReaderLink {
        try await VirtualReaderLink.hold(card, at: try SocketAddress(parsing: "127.0.0.1:\(reader.port)"), within: .seconds(10))
    }

    /// What `terminals` says of each terminal.
    private static func statuses(_ daemon: PCSCDaemon) async throws -> [String: String] {
        let outcome = try await CommandLineProgram.run("terminals", environment: daemon.settings)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let rows = outcome.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), String($0[1])) })
    }

    /// Leaves the reader to the next test as it was, when no gateway is there to tell; the suite's time limit bounds the wait.
    static func waitUntilEmpty(_ reader: PCSCDaemon.Reader, _ daemon: PCSCDaemon) async {
        while !Task.isCancelled, (try? await statuses(daemon)[terminal(reader)]) != "READY" {}
    }

    private func withReader(_ body: (PCSCDaemon.Reader, PCSCDaemon) async throws -> Void) async throws {
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(1) { readers in
            try await body(readers[0], pool.daemon)
            await Self.waitUntilEmpty(readers[0], pool.daemon)
        }
    }

    @Test("terminals lists every reader; with 'card NAME' one lies there, which 'terminals read' reads and shows masked")
    func reads() async throws {
        try await withReader { reader, daemon in
            let statuses = try await Self.statuses(daemon)
            #expect(statuses.keys.sorted() == daemon.readers.map { Self.terminal($0) }.sorted())

            let card = try StandingCommand("card", "mastercard", "--reader", "127.0.0.1:\(reader.port)", environment: [:])
            #expect(await card.line(with: "lies on the reader") == "mastercard 555555******4444 lies on the reader at 127.0.0.1:\(reader.port)")
            let outcome = try await CommandLineProgram.run("terminals", "read", Self.terminal(reader), environment: daemon.settings)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let rows = outcome.output.split(separator: "\n").map { row in
                row.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            }
            #expect(
                rows == [
                    ["network", "MASTERCARD"], ["number", "555555******4444"], ["expiry", "12/2039"], ["name", "DOE/JANE"],
                    ["application", "A0000000041010 Mastercard"],
                ])
            #expect(try await Self.statuses(daemon)[Self.terminal(reader)] == "CARD_PRESENT")
            #expect(await card.end(by: SIGINT) == .exit(0))
            #expect(await card.line(with: "mastercard was taken away") != nil)
        }
    }

    @Test("terminals read fails with a reason: a wrong id, no card in time, a torn card, no service")
    func fails() async throws {
        try await withReader { reader, daemon in
            let terminal = Self.terminal(reader)
            let wrong = try await CommandLineProgram.run("terminals", "read", "nowhere", environment: daemon.settings)
            #expect(wrong.status == 1)
            #expect(wrong.errors.contains("no terminal nowhere is attached: 'payment-gateway terminals' lists those that are"))

            let late = try await CommandLineProgram.run("terminals", "read", terminal, "--timeout", "1s", environment: daemon.settings)
            #expect(late.status == 1)
            #expect(late.errors.contains("tap.timed_out: No card was held to the reader in time."))

            let card = try StandingCommand("card", "torn", "--after", "3", "--reader", "127.0.0.1:\(reader.port)", environment: [:])
            #expect(await card.line(with: "lies on the reader") != nil)
            let torn = try await CommandLineProgram.run("terminals", "read", terminal, environment: daemon.settings)
            #expect(torn.status == 1)
            #expect(torn.errors.contains("card.removed: "))
            #expect(torn.output.isEmpty)
            #expect(await card.line(with: "torn left by itself") != nil)
            #expect(await card.ending() == .exit(0))
        }
        let environment = ["PCSCLITE_CSOCK_NAME": "/nonexistent/pcscd.comm"]
        let none = try await CommandLineProgram.run("terminals", environment: environment)
        #expect(none.status == 0)
        #expect(none.output == "no terminals\n")
        #expect(none.errors.contains("pcscd"))
        let read = try await CommandLineProgram.run("terminals", "read", "lane-0", environment: environment)
        #expect(read.status == 1)
        #expect(read.errors.contains("no terminal lane-0 is attached: The PC/SC service (pcscd) is not running"))
    }

    @Test("doctor --terminals names the readers, and says that a service has ended or was never there")
    func doctor() async throws {
        let daemon = try PCSCDaemon(readers: 2)
        func terminals(_ settings: [String: String]) async throws -> (status: Int32, line: String) {
            let folder = try TestFolder()
            var environment = CommandLineProgram.credentials.merging(settings) { $1 }
            environment["GATEWAY_DATABASE"] = "sqlite:" + folder.file("ledger.db")
            environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
            environment["GATEWAY_UPSTREAM_URL"] = sandbox
            let outcome = try await CommandLineProgram.run("doctor", "--terminals", environment: environment)
            return (outcome.status, outcome.output.split(separator: "\n").first { $0.contains(" terminals ") }.map(String.init) ?? outcome.output)
        }
        let command = try StandingCommand("sandbox", "--listen", "127.0.0.1:0", environment: CommandLineProgram.credentials)
        let sandbox = try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init))

        let good = try await terminals(daemon.settings)
        #expect(good.status == 0, "\(good)")
        #expect(good.line.hasPrefix("ok "))
        for reader in daemon.readers { #expect(good.line.contains(reader.name)) }

        daemon.kill()
        let dead = try await terminals(daemon.settings)
        #expect(dead.status == 1)
        #expect(dead.line.hasPrefix("missing "))
        #expect(dead.line.contains("nobody listens at \(daemon.socketPath)"), "\(dead)")
        let none = try await terminals(["PCSCLITE_CSOCK_NAME": "/nonexistent/pcscd.comm"])
        #expect(none.status == 1)
        #expect(none.line.contains("/nonexistent/pcscd.comm does not exist"), "\(none)")
        #expect(await command.end() == .exit(0))
    }
}
