import FoundationEssentials
import Glibc
import Payments
import Testing

@testable import Storage

@Suite struct LedgerConditionTests {
    @Test("A file that is not there is absent, and looking does not make it")
    func absent() async throws {
        try await withTemporaryFolder { folder in
            let condition = try SQLiteLedger.condition(ofFileAt: folder + "/ledger.db")
            #expect(condition == .absent)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files == [])
        }
    }

    @Test("A ledger in use is told with its process, and is usable once that has let it go")
    func inUse() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let ledger = try SQLiteLedger.open(path: path)
            let used = try SQLiteLedger.condition(ofFileAt: path)
            #expect(used == .inUse(by: String(getpid())))
            await ledger.close()
            let free = try SQLiteLedger.condition(ofFileAt: path)
            #expect(free == .usable)
            // The look holds nothing.
            try await SQLiteLedger.open(path: path).close()
        }
    }

    @Test("A folder that does not exist and a file that is no ledger are errors with file and cause")
    func refused() async throws {
        try await withTemporaryFolder { folder in
            let nowhere = folder + "/nowhere/ledger.db"
            #expect(refusal(nowhere)?.hasPrefix("\(nowhere): its folder cannot be written: No such file") == true)
            let text = folder + "/text"
            #expect(FileManager.default.createFile(atPath: text, contents: Data(repeating: 65, count: 4096)))
            #expect(refusal(text)?.hasPrefix("\(text): damaged, or no ledger") == true)
        }
    }

    private func refusal(_ path: String) -> String? {
        do {
            _ = try SQLiteLedger.condition(ofFileAt: path)
            return nil
        } catch {
            guard case .unavailable(let text) = error else { return nil }
            return text
        }
    }
}
