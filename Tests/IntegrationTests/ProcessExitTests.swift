import TestSupport
import Testing

@Suite("How a process with OpenSSL in it ends")
struct ProcessExitTests {
    /// A loop's thread that is about to end goes through what OpenSSL keeps for it, while the main thread calls `exit`.
    @Test("Exit handlers leave OpenSSL as it is: threads that end meanwhile still need it")
    func openSSLStays() async throws {
        let probe = try ChildProcess(CommandLineProgram.neighbour("ExitProbe"))
        #expect(await probe.waitForEnd() == .exit(0))
    }
}
