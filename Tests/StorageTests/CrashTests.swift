import FoundationEssentials
import Payments
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct CrashTests {
    @Test("What was acknowledged is in the files at that moment: a copy taken while writers run has all of it", arguments: 1...3)
    func copyWhileRunning(round: Int) async throws {
        // Without checkpoints the file stands still and the log only grows, so a copy of both is what a crash would leave.
        try await withSQLiteLedger(.init(checkpointPages: 0)) { ledger, path in
            let (acknowledgements, told) = AsyncStream<CallbackID>.makeStream()
            let copy = path + ".copy"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        var step = 0
                        while !Task.isCancelled {
                            told.yield(try await ledger.keep(writer * 100_000 + step).heading.id)
                            step += 1
                        }
                    }
                }
                var before: [CallbackID] = []
                for await id in acknowledgements {
                    before.append(id)
                    if before.count == 100 * round { break }
                }
                for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
                group.cancelAll()
                try await group.waitForAll()
                let survivor = try SQLiteLedger.open(path: copy)
                for id in before { #expect(try await survivor.callback(id) != nil) }
                await survivor.close()
            }
        }
    }
}
