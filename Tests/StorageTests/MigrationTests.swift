import FoundationEssentials
import Payments
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct MigrationTests {
    private func withConnection(_ body: (Connection) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            try Data().write(to: URL(filePath: path))
            try body(try Connection(path: path, busyTimeout: .zero))
        }
    }

    @Test("A new file is brought to the newest version, and opening it again changes nothing")
    func fromNothing() async throws {
        try await withConnection { connection in
            #expect(try Migrations.version(of: connection) == 0)
            try Migrations.apply(to: connection)
            #expect(try Migrations.version(of: connection) == Migrations.scripts.count)
            #expect(try connection.pragma("application_id") == Migrations.applicationID)
            try Migrations.apply(to: connection)
            #expect(try Migrations.version(of: connection) == Migrations.scripts.count)
        }
    }

    @Test("A file of an older version gets only what it lacks, and keeps its rows")
    func fromOlder() async throws {
        try await withConnection { connection in
            let first = "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)"
            try Migrations.apply(to: connection, scripts: [first])
            try connection.execute("INSERT INTO a VALUES (2)")
            try Migrations.apply(to: connection, scripts: [first, "ALTER TABLE a ADD COLUMN y INTEGER", "UPDATE a SET y = x * 10"])
            let rows = try connection.all("SELECT y FROM a ORDER BY x") { row throws(StorageFault) in try row.integer() }
            #expect(rows == [10, 20])
            #expect(try connection.pragma("user_version") == 3)
        }
    }

    @Test("A migration that fails changes nothing, and those before it stay")
    func failing() async throws {
        try await withConnection { connection in
            let scripts = ["CREATE TABLE a (x INTEGER)", "CREATE TABLE b (x INTEGER); INSERT INTO nowhere VALUES (1)"]
            #expect(throws: StorageFault.self) { try Migrations.apply(to: connection, scripts: scripts) }
            #expect(try connection.pragma("user_version") == 1)
            let tables = try connection.all("SELECT name FROM sqlite_schema") { row throws(StorageFault) in try row.text() }
            #expect(tables == ["a"])
        }
    }

    @Test("A file that a newer version wrote is refused with both versions, and left untouched")
    func newer() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            await (try SQLiteLedger.open(path: path)).close()
            try (try Connection(path: path, busyTimeout: .zero)).execute("PRAGMA user_version = 99")
            let before = try Data(contentsOf: URL(filePath: path))
            let error = #expect(throws: LedgerError.self) { try SQLiteLedger.open(path: path) }
            guard case .unavailable(let text) = try #require(error) else { return }
            #expect(text.contains("written by a newer version of this program (schema 99, this one knows \(Migrations.scripts.count))"))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test("The promises of uniqueness stand in the schema, not only in the code")
    func uniqueInSchema() async throws {
        try await withSQLiteLedger { ledger, _ in
            try await ledger.record(samplePayment(1, transactionID: "TXN-1"))
            try await ledger.record(samplePayment(2))
            try await ledger.keep(1)
            try await ledger.keep(2, transactionID: nil)
            for sql in [
                "UPDATE payments SET external_id = 'INV-1' WHERE external_id = 'INV-2'",
                "UPDATE payments SET transaction_id = 'TXN-1' WHERE external_id = 'INV-2'",
                "INSERT INTO callbacks SELECT 99, 'cb_X', merchant_id, transaction_id, content_digest, event, payment_id, mismatch, received_at, "
                    + "status, slots_used, next_attempt_at, due_at, attempts_made, is_running, body FROM callbacks WHERE sequence = 1",
                "INSERT INTO callbacks SELECT 99, 'cb_X', merchant_id, transaction_id, content_digest, event, payment_id, mismatch, received_at, "
                    + "status, slots_used, next_attempt_at, due_at, attempts_made, is_running, body FROM callbacks WHERE sequence = 2",
            ] {
                let error = await #expect(throws: LedgerError.self) {
                    try await ledger.writer.write { connection throws(StorageFault) in _ = try connection.run(sql) }
                }
                guard case .unavailable(let text) = try #require(error) else { continue }
                #expect(text.contains("UNIQUE constraint failed"), "\(sql)")
            }
        }
    }

    @Test("A callback cannot belong to a payment that is not there")
    func foreignKeys() async throws {
        try await withSQLiteLedger { ledger, _ in
            let callback = verified()
            await #expect(throws: LedgerError.self) {
                try await ledger.receive(callback, pathPayment: nil) { _ in
                    CallbackAdmission(
                        callback: StoredCallback(
                            CallbackHeading(
                                id: callbackID(1), identity: CallbackIdentity(callback), event: nil, payment: paymentID(7), mismatch: false,
                                receivedAt: epoch, delivery: .delivered), body: []), payment: nil)
                }
            }
        }
    }

    @Test("Durability is as promised: write-ahead log, every commit synced, on the connection that writes")
    func pragmas() async throws {
        try await withSQLiteLedger { ledger, _ in
            try await ledger.writer.onConnection { connection throws(StorageFault) in
                let mode = try connection.first("PRAGMA journal_mode") { row throws(StorageFault) in try row.text() }
                #expect(mode == "wal")
                #expect(try connection.pragma("synchronous") == 2)
                #expect(try connection.pragma("foreign_keys") == 1)
            }
        }
    }
}
