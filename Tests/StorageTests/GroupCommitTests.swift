import Glibc
import Payments
import Reactor
import Testing

@testable import Storage

/// One transaction for all who wait, and no one's failure another's.
@Suite(.timeLimit(.minutes(2))) struct GroupCommitTests {
    @Test("A hundred writers at one time cost far fewer commits than writes")
    func fewCommits() async throws {
        try await withSQLiteLedger { ledger, _ in
            let before = await ledger.writer.tally
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 { group.addTask { for step in 0..<10 { try await ledger.keep(number * 10 + step) } } }
                try await group.waitForAll()
            }
            let after = await ledger.writer.tally
            #expect(after.writes - before.writes == 1000)
            #expect(after.commits - before.commits < 250)
        }
    }

    @Test("Writes that wait together are committed together")
    func oneCommit() async throws {
        try await withSQLiteLedger { ledger, _ in
            let (hasBegun, mayEnd) = (Flag(), Flag())
            let before = await ledger.writer.tally
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The first keeps the writer busy until the others stand in the queue.
                group.addTask {
                    try await ledger.writer.write { _ throws(StorageFault) in
                        hasBegun.raise()
                        while !mayEnd.isRaised { sched_yield() }
                    }
                }
                while !hasBegun.isRaised { await Task.yield() }
                for number in 1...50 { group.addTask { try await ledger.keep(number) } }
                while ledger.writer.backlog < 50 { await Task.yield() }
                mayEnd.raise()
                try await group.waitForAll()
            }
            let after = await ledger.writer.tally
            #expect(after.writes - before.writes == 51)
            #expect(after.commits - before.commits == 2)
        }
    }

    @Test("A write that fails undoes itself alone")
    func failureIsItsOwn() async throws {
        try await withSQLiteLedger { ledger, _ in
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let result: Void? = try? await ledger.writer.write { connection throws(StorageFault) in
                            try connection.run("UPDATE health SET checks = checks + 1")
                            if number % 4 == 0 { throw StorageFault(unreadable: "test") }
                        }
                        return result != nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 }.count == 30)
            let checks = try await ledger.reader.read { connection throws(StorageFault) in
                try connection.first("SELECT checks FROM health") { row throws(StorageFault) in try row.integer() }
            }
            #expect(checks == 30)
        }
    }

    @Test("A queue that is full turns writes away, and a closed one says that it is closed")
    func bounds() {
        struct Idle: LedgerJob {
            let deadline = MonotonicTime.now.advanced(by: .seconds(3600))
            func run(on connection: Connection) -> StorageFault? { nil }
            func finish(file: String) {}
            func finish(failing error: LedgerError) {}
        }
        func refusal(_ addition: LedgerQueue.Addition) -> LedgerError? {
            if case .refused(let error) = addition { error } else { nil }
        }
        let queue = LedgerQueue(.write, file: "ledger.db", maximum: 2, waitLimit: .seconds(3600))
        #expect(refusal(queue.add(Idle())) == nil)
        #expect(refusal(queue.add(Idle())) == nil)
        #expect(refusal(queue.add(Idle())) == .overloaded)
        #expect(queue.take(10).count == 2)
        #expect(refusal(queue.add(Idle())) == nil)
        queue.close()
        #expect(refusal(queue.add(Idle())) == .closed)
    }

    @Test("After close() everything is closed, and what was written before is there")
    func close() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let ledger = try SQLiteLedger.open(path: path)
            try await ledger.keep(1)
            await ledger.close()
            await #expect(throws: LedgerError.closed) { try await ledger.keep(2) }
            await #expect(throws: LedgerError.closed) { try await ledger.callback(callbackID(1)) }
            await #expect(throws: LedgerError.closed) { try await ledger.check() }
            let again = try SQLiteLedger.open(path: path)
            #expect(try await again.callback(callbackID(1)) != nil)
            await again.close()
        }
    }
}
