import Foundation
import TestSupport
import Testing

@Suite("A gateway that crashes")
struct CrashTests {
    @Test("Shows no memory: the runtime's crash report, registers and what they point to, is off", .timeLimit(.minutes(1)))
    func reportsNothing() async throws {
        let folder = try TestFolder()
        let gateway = try await GatewayProcess(in: folder)
        let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
        // Required before it is tried: a report's handler returns from a signal that was sent, and the process would stay.
        try #require(crashes.filter(try caughtSignals(of: gateway.command.processID).contains) == [])
        #expect(await gateway.command.end(by: SIGSEGV) == .signal(SIGSEGV))
        let log = try String(contentsOfFile: folder.file("gateway.log"), encoding: .utf8)
        #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("{") }, "nothing but the log's own lines")
    }

    /// The signals for which a process has handlers (proc(5), `SigCgt`).
    private func caughtSignals(of process: Int32) throws -> Set<Int32> {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
        let mask = try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
        return Set((1...31).filter { mask >> UInt64($0 - 1) & 1 == 1 })
    }
}
