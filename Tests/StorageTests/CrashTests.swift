import FoundationEssentials
import Payments
import Synchronization
import Testing

@testable import Storage

@Suite struct CrashTests {
    /// What writers were told so far, and whether they go on.
    private final class Writing: Sendable {
        private let state = Mutex((acknowledged: Set<CallbackID>(), isOver: false))

        var acknowledged: Set<CallbackID> { state.withLock { $0.acknowledged } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func acknowledge(_ id: CallbackID) { state.withLock { _ = $0.acknowledged.insert(id) } }
        func end() { state.withLock { $0.isOver = true } }
    }

    @Test("What was acknowledged is in the files at that moment: a copy taken while writers run has all of it", arguments: 1...3)
    func copyWhileRunning(round: Int) async throws {
        // Without checkpoints the file stands still and the log only grows, so a copy of both is what a crash would leave.
        try await withSQLiteLedger(.init(checkpointPages: 0)) { ledger, path in
            let writing = Writing()
            let copy = path + ".copy"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        var step = 0
                        while !writing.isOver {
                            let kept = try await ledger.keep(writer * 100_000 + step).callback.id
                            writing.acknowledge(kept)
                            step += 1
                        }
                    }
                }
                while writing.acknowledged.count < 100 * round { await Task.yield() }
                let before = writing.acknowledged
                for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
                writing.end()
                try await group.waitForAll()
                let survivor = try SQLiteLedger.open(path: copy)
                for id in before { #expect(try await survivor.callback(id) != nil) }
                await survivor.close()
            }
        }
    }
}
