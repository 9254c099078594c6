import FoundationEssentials
import Glibc
import PCSCSupport
import TestSupport
import Testing

@Suite("The demo", .timeLimit(.minutes(2)))
struct DemoTests {
    /// The demo's own settings, whatever a user's shell says about a gateway of theirs; and no PC/SC service, so that the demo starts one.
    private func environment(_ folder: TestFolder) -> [String: String] {
        [
            "TMPDIR": folder.path, "PATH": "/usr/bin:/bin", "GATEWAY_LISTEN": "127.0.0.1:1", "GATEWAY_NONSENSE": "x",
            "PCSCLITE_CSOCK_NAME": "/nonexistent/pcscd.comm",
        ]
    }

    @Test("--once plays every step, exits with 0 and leaves nothing behind", .throughPCSC)
    func once() async throws {
        let folder = try TestFolder()
        let outcome = try await CommandLineProgram.run("demo", "--once", environment: environment(folder))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.allSatisfy { $0.hasPrefix("ok ") && $0.wholeMatch(of: /.* \(\d+ ms\)/) != nil })
        for text in [
            "PENDING, card 411111******1111", "/payment/process/?refno=", "payment.success, transaction ", "signature right, answered 200",
            "is SUCCEEDED, confirmed by CALLBACK", "HTTP 403 {\"message\":\"invalid signature\"}",
            " is READY", "VISA 411111******1111 read from the chip, SUCCEEDED",
        ] { #expect(outcome.output.contains(text)) }
        #expect(!outcome.output.contains("4111111111111111"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("Staying up, it prints three curl lines that work, and ends clean on Ctrl-C")
    func staysUp() async throws {
        let folder = try TestFolder()
        let demo = try StandingCommand("demo", environment: environment(folder))
        #expect(await demo.line(with: "Ctrl-C ends the demo") != nil)
        let commands = demo.text.split(separator: "\n").filter { $0.hasPrefix("curl ") }.map(String.init)
        #expect(commands.count == 3)
        var answers: [String] = []
        for command in commands { answers.append(try await Self.shell(command)) }
        #expect(answers[0].contains(#""state":"SUCCESS""#))
        #expect(answers[0].contains(#""redirectUrl":"http://127.0.0.1:"#))
        #expect(answers[1].contains(#""externalId":"DEMO-1""#))
        #expect(answers[2].contains(#""status":"DELIVERED""#))
        #expect(!demo.text.contains("4111111111111111"))
        let children = try Self.children(of: demo.processID)
        #expect(children.count == Self.processes)
        #expect(await demo.end(by: SIGINT) == .exit(0))
        #expect(children.allSatisfy { kill($0, 0) != 0 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("A demo that is killed takes its processes with it")
    func killed() async throws {
        let folder = try TestFolder()
        let demo = try StandingCommand("demo", environment: environment(folder))
        _ = await demo.line(with: "Ctrl-C ends the demo")
        let children = try Self.children(of: demo.processID)
        #expect(children.count == Self.processes)
        _ = await demo.end(by: SIGKILL)
        // They end gracefully; the suite's time limit bounds the wait.
        while children.contains(where: Self.runs) { await Task.yield() }
    }

    @Test("A step that cannot work says why, and the exit status is 1")
    func noPlace() async throws {
        let outcome = try await CommandLineProgram.run("demo", "--once", environment: ["TMPDIR": "/nonexistent"])
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("FAILED 1"))
        #expect(outcome.output.contains("No such file or directory"))
    }

    /// The gateway, the sandbox and, where it can, a PC/SC service.
    private static let processes = PCSCRequirements.whatIsMissing == nil ? 3 : 2

    private static func shell(_ command: String) async throws -> String {
        let folder = try TestFolder()
        // Not the test process's environment: another suite gives that a proxy which answers nobody.
        let shell = try ChildProcess("/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"], output: .file(folder.file("output")))
        #expect(await shell.waitForEnd() == .exit(0))
        return try String(contentsOfFile: folder.file("output"), encoding: .utf8)
    }

    private static func children(of parent: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task").flatMap { thread in
            try String(contentsOfFile: "/proc/\(parent)/task/\(thread)/children", encoding: .utf8).split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Whether it is there and no zombie.
    private static func runs(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }
}
