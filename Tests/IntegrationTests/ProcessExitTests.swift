// `Process` is in Foundation only.
import Foundation
import Testing

@Suite("How a process with OpenSSL in it ends")
struct ProcessExitTests {
    /// A loop's thread that is about to end goes through what OpenSSL keeps for it, while the main thread calls `exit`.
    @Test("Exit handlers leave OpenSSL as it is: threads that end meanwhile still need it")
    func openSSLStays() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLineProgram.path).deletingLastPathComponent().appendingPathComponent("ExitProbe")
        #expect(try await process.runToEnd() == 0)
    }
}
