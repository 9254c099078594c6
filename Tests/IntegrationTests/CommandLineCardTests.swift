import Dispatch
import Glibc
import Sandbox
import TestSupport
import Testing

@Suite("The command that holds a virtual card to a reader", .timeLimit(.minutes(2)))
struct CommandLineCardTests {
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "reader").async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// A command with its card on a reader of the test's.
    private func hold(_ name: String, _ options: String...) async throws -> (command: StandingCommand, slot: VirtualReaderImitation.Slot) {
        let reader = try VirtualReaderImitation()
        let command = try StandingCommand([["card", name, "--reader", "127.0.0.1:\(reader.port)"], options].flatMap(\.self))
        let slot = try await onThread {
            let slot = try reader.accept()
            slot.ask([4])
            _ = try slot.answer()
            return slot
        }
        return (command, slot)
    }

    @Test("--list names every card and shows no whole number")
    func list() async throws {
        let outcome = try await CommandLineProgram.run("card", "--list", environment: [:])
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == CardProfile.allCases.count + 1)
        for profile in CardProfile.allCases {
            #expect(lines.contains { $0.hasPrefix("\(profile.rawValue) ") })
            if let number = profile.account?.number { #expect(!outcome.output.contains(number)) }
        }
    }

    @Test(
        "A wrong call holds no card and repeats nothing",
        arguments: [
            (["card"], "NAME is missing"), (["card", "vsia"], "did you mean visa?"), (["card", "4111111111111111"], "NAME is none of the cards"),
            (["card", "visa", "amex"], "takes only one NAME"), (["card", "visa", "--reader", "vpcd"], "--reader must be an address"),
            (["card", "visa", "--for", "long"], "--for must be a time"), (["card", "visa", "--delay", "25"], "--delay must be a time"),
            (["card", "torn", "--after", "-1"], "--after must be a number"),
            (["card", "visa", "--after", "1"], "--after is for torn and silent only"),
        ])
    func wrongCalls(arguments: [String], message: String) async throws {
        let outcome = try await CommandLineProgram.run(arguments: arguments, environment: [:])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!outcome.errors.contains("4111111111111111"))
        #expect(outcome.output.isEmpty)
    }

    @Test("Without a reader it says what to install")
    func noReader() async throws {
        let outcome = try await CommandLineProgram.run("card", "visa", "--reader", "127.0.0.1:9", environment: [:])
        #expect(outcome.status == 1)
        for word in ["127.0.0.1:9", "vsmartcard-vpcd", "pcscd"] { #expect(outcome.errors.contains(word)) }
    }

    @Test("It says when the card lies there and when it was taken away, and ends with 0 on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
    func held(signal: Int32) async throws {
        let (command, slot) = try await hold("visa")
        #expect(await command.line(with: "lies on the reader")?.hasPrefix("visa 411111******1111 ") == true)
        let answer = try await onThread {
            slot.ask([0x00, 0xA4, 0x04, 0x00, 0x0E] + Array("2PAY.SYS.DDF01".utf8) + [0x00])
            return try slot.answer()
        }
        #expect(answer?.first == 0x6F)
        #expect(answer?.suffix(2) == [0x90, 0x00])
        #expect(await command.end(by: signal) == .exit(0))
        let end = try await onThread { try slot.answer() }
        #expect(end == nil)
        #expect(await command.line(with: "visa was taken away") != nil)
    }

    @Test("After its time it takes the card away by itself")
    func time() async throws {
        let (command, slot) = try await hold("mifare", "--for", "10ms")
        let end = try await onThread { try slot.answer() }
        #expect(end == nil)
        #expect(await command.line(with: "mifare was taken away") != nil)
        #expect(await command.ending() == .exit(0))
    }

    @Test("A torn card is gone after as many answers as it was told; that is done")
    func torn() async throws {
        let (command, slot) = try await hold("torn", "--after", "1", "--delay", "1ms")
        let answers = try await onThread {
            try (0..<2).map { _ in
                slot.ask([0x00, 0xA4, 0x04, 0x00])
                return try slot.answer()
            }
        }
        #expect(answers == [[0x6A, 0x82], nil])
        #expect(await command.line(with: "torn left by itself") != nil)
        #expect(await command.ending() == .exit(0))
    }

    @Test("When the reader goes, it fails")
    func readerGone() async throws {
        var (command, slot): (StandingCommand, VirtualReaderImitation.Slot?) = try await hold("gpn")
        #expect(await command.line(with: "lies on the reader") != nil)
        withExtendedLifetime(slot) {}
        slot = nil
        #expect(await command.ending() == .exit(1))
    }
}
