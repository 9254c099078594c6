import FoundationEssentials
import Glibc
import Payments
import Testing

@testable import Storage

/// Disks, folders and files as they should not be: each is an error with the file and the cause, and none outlasts its reason.
@Suite(.timeLimit(.minutes(2))) struct LedgerTroubleTests {
    /// The text of the error that opening throws.
    private func refusal(_ path: String, _ location: SourceLocation = #_sourceLocation) -> String {
        do {
            _ = try SQLiteLedger.open(path: path)
            Issue.record("it opened", sourceLocation: location)
            return ""
        } catch {
            guard case .unavailable(let text) = error else {
                Issue.record("\(error)", sourceLocation: location)
                return ""
            }
            #expect(text.hasPrefix(path + ": "), sourceLocation: location)
            return text
        }
    }

    // MARK: While it runs

    @Test("A full disk makes writes unavailable with file and cause, reads go on, and writes do again when there is room")
    func fullDisk() async throws {
        try await withSQLiteLedger { ledger, path in
            try await ledger.keep(1)
            try await ledger.writer.onConnection { connection throws(StorageFault) in
                _ = try connection.pragma("max_page_count = 1")
            }
            let body = [UInt8](repeating: 7, count: 100_000)
            let large = verified(2, body: body)
            let error = await #expect(throws: LedgerError.self) {
                try await ledger.receive(large, pathPayment: nil) { _ in admission(large, id: callbackID(2)) }
            }
            guard case .unavailable(let text) = try #require(error) else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.hasPrefix(path + ": no room left"))
            #expect(try await ledger.callback(callbackID(1)) != nil)
            #expect(try await ledger.callback(callbackID(2)) == nil)
            try await ledger.writer.onConnection { connection throws(StorageFault) in
                _ = try connection.pragma("max_page_count = 1000000")
            }
            #expect(try await !ledger.receive(large, pathPayment: nil) { _ in admission(large, id: callbackID(2)) }.isRepeat)
        }
    }

    @Test("A full disk takes the whole batch with it: nobody hears of a commit that was not")
    func fullDiskInABatch() async throws {
        try await withSQLiteLedger { ledger, _ in
            try await ledger.writer.onConnection { connection throws(StorageFault) in
                _ = try connection.pragma("max_page_count = 60")
            }
            let accepted = await withTaskGroup(of: CallbackID?.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let callback = verified(number, body: [UInt8](repeating: 1, count: 8000))
                        let received = try? await ledger.receive(callback, pathPayment: nil) { _ in
                            admission(callback, id: callbackID(number))
                        }
                        return received?.heading.id
                    }
                }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(accepted.count < 60)
            for id in accepted { #expect(try await ledger.callback(id) != nil) }
            var query = CallbackQuery(merchant: .first)
            query.limit = 100
            #expect(Set(try await ledger.callbacks(query).items.map(\.id)) == Set(accepted))
        }
    }

    @Test("A file that another program locks makes writes unavailable for as long")
    func locked() async throws {
        try await withSQLiteLedger(.init(busyTimeout: .milliseconds(10))) { ledger, path in
            let other = try Connection(path: path, busyTimeout: .zero)
            try other.execute("BEGIN IMMEDIATE")
            await #expect(throws: LedgerError.unavailable("\(path): locked by another process: database is locked")) { try await ledger.keep(1) }
            try other.execute("ROLLBACK")
            try await ledger.keep(1)
        }
    }

    @Test("A file that was moved or deleted under the ledger takes no more writes", arguments: [true, false])
    func moved(deleted: Bool) async throws {
        try await withSQLiteLedger { ledger, path in
            try await ledger.keep(1)
            if deleted {
                try FileManager.default.removeItem(atPath: path)
            } else {
                try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            }
            await #expect(throws: LedgerError.unavailable("\(path): was moved or deleted while it is in use")) { try await ledger.keep(2) }
            await #expect(throws: LedgerError.self) { try await ledger.check() }
            if !deleted {
                try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
                try await ledger.keep(2)
            }
        }
    }

    @Test("A row that no version wrote is an error that names the column, and stops nothing else")
    func unreadableRow() async throws {
        try await withSQLiteLedger { ledger, path in
            try await ledger.keep(1)
            try await ledger.keep(2)
            try await ledger.writer.write { connection throws(StorageFault) in
                _ = try connection.run("UPDATE callbacks SET status = 'LOST' WHERE id = ?", [.text(callbackID(1).rawValue)])
            }
            let error = await #expect(throws: LedgerError.self) { try await ledger.callback(callbackID(1)) }
            guard case .unavailable(let text) = try #require(error) else { return }
            #expect(text.contains("status"))
            #expect(!text.contains("LOST"))
            #expect(try await ledger.callback(callbackID(2)) != nil)
        }
    }

    // MARK: At start-up

    @Test("A missing folder, a folder in the file's place and a file that cannot be made are named")
    func badPlaces() async throws {
        try await withTemporaryFolder { folder in
            #expect(refusal(folder + "/missing/ledger.db").contains("No such file or directory"))
            #expect(refusal(folder).contains("is no regular file"))
            // Not even root may make files there.
            #expect(refusal("/proc/ledger.db").hasPrefix("/proc/ledger.db: "))
        }
    }

    @Test("A folder or file without write permission is named", .enabled(if: geteuid() != 0, "root may write everywhere"))
    func permissions() async throws {
        try await withTemporaryFolder { folder in
            chmod(folder, 0o500)
            #expect(refusal(folder + "/ledger.db").contains("Permission denied"))
            chmod(folder, 0o700)
            await (try SQLiteLedger.open(path: folder + "/ledger.db")).close()
            chmod(folder + "/ledger.db", 0o400)
            #expect(refusal(folder + "/ledger.db").contains("cannot be written: Permission denied"))
        }
    }

    @Test("A file that is no database, and one that is damaged, are refused and left as they are")
    func noDatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let text = Data("This is a text of an operator who mistyped a path. It must not be overwritten.\n".utf8)
            try text.write(to: URL(filePath: path))
            #expect(refusal(path).contains("damaged, or no ledger"))
            #expect(try Data(contentsOf: URL(filePath: path)) == text)
        }
    }

    @Test("Another application's database is refused and left as it is")
    func foreignDatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            try Data().write(to: URL(filePath: path))
            try (try Connection(path: path, busyTimeout: .zero)).execute("CREATE TABLE customers (name TEXT)")
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(refusal(path).contains("is another application's database"))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test("A second process, or a second ledger in this one, is refused with the holder's pid, also by another name of the file")
    func oneOwner() async throws {
        try await withSQLiteLedger { _, path in
            #expect(refusal(path).contains("in use by another process (pid \(getpid()))"))
            try FileManager.default.createSymbolicLink(atPath: path + ".link", withDestinationPath: path)
            #expect(refusal(path + ".link").contains("in use by another process"))
        }
    }

    @Test("A ledger that was closed can be opened at once, though a child that is just being started has the lock's descriptor too")
    func unlocksBesideChildren() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let ledger = try SQLiteLedger.open(path: path)
            let real = try #require(realpath(path + ".lock", nil).map { String(cString: $0) })
            let locks = (0..<4096).filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == real }
            let inherited = dup(Int32(try #require(locks.first)))
            defer { close(inherited) }
            await ledger.close()
            await (try SQLiteLedger.open(path: path)).close()
        }
    }

    @Test("The file and what SQLite keeps beside it are readable by their owner alone, also a file that was there before")
    func fileMode() async throws {
        try await withSQLiteLedger { ledger, path in
            try await ledger.keep(1)
            for name in [path, path + "-wal", path + "-shm", path + ".lock"] {
                #expect(try mode(name) == 0o600, "\(name)")
            }
        }
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            try Data().write(to: URL(filePath: path))
            chmod(path, 0o664)
            await (try SQLiteLedger.open(path: path)).close()
            #expect(try mode(path) == 0o600)
        }
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }
}
