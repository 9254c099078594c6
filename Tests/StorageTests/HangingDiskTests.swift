import Glibc
import Payments
import Testing

@testable import Storage

/// A disk that stalls without an error: nobody waits for it for ever.
@Suite(.timeLimit(.minutes(1))) struct HangingDiskTests {
    private static let short = SQLiteLedger.Options(waitLimit: .milliseconds(50))

    @Test("Who waits for a write too long hears of it: what was not begun never is, what was begun may be committed later")
    func writes() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let ledger = try SQLiteLedger.open(path: path, bounds: .unmet, options: Self.short)
            let (hasBegun, mayEnd) = (Flag(), Flag())
            let begun = Task {
                try await ledger.writer.write { connection throws(StorageFault) in
                    hasBegun.raise()
                    while !mayEnd.isRaised { sched_yield() }
                    try connection.run("UPDATE health SET checks = checks + 1")
                }
            }
            while !hasBegun.isRaised { await Task.yield() }
            let queued = LedgerError.unavailable("\(path): a write was not begun within 0.05 seconds: those before it hang")
            await #expect(throws: queued) {
                try await ledger.writer.write { connection throws(StorageFault) in
                    _ = try connection.run("UPDATE health SET checks = checks + 10")
                }
            }
            #expect(ledger.writer.backlog == 0)
            let unanswered = LedgerError.unanswered("\(path): a write was begun and did not end within 0.05 seconds: the disk hangs")
            await #expect(throws: unanswered) { try await begun.value }
            mayEnd.raise()
            await ledger.close()
            try await expectChecks(1, path)
        }
    }

    private func expectChecks(_ expected: Int64, _ path: String) async throws {
        let ledger = try SQLiteLedger.open(path: path)
        let checks = try await ledger.reader.read { connection throws(StorageFault) in
            try connection.first("SELECT checks FROM health") { row throws(StorageFault) in try row.integer() }
        }
        #expect(checks == expected)
        await ledger.close()
    }

    @Test("Nor for a read")
    func reads() async throws {
        try await withSQLiteLedger(Self.short) { ledger, path in
            let (hasBegun, mayEnd) = (Flag(), Flag())
            let begun = Task {
                try await ledger.reader.read { _ throws(StorageFault) in
                    hasBegun.raise()
                    while !mayEnd.isRaised { sched_yield() }
                }
            }
            while !hasBegun.isRaised { await Task.yield() }
            await #expect(throws: LedgerError.unavailable("\(path): a read was not begun within 0.05 seconds: those before it hang")) {
                try await ledger.callback(callbackID(1))
            }
            let hanging = LedgerError.unavailable("\(path): a read was begun and did not end within 0.05 seconds: the disk hangs")
            await #expect(throws: hanging) { try await begun.value }
            mayEnd.raise()
        }
    }
}
