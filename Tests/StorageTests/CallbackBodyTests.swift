import FoundationEssentials
import Payments
import Testing

@testable import Storage

/// Bodies may have a MiB each: they are read where they are sent, and nowhere else.
@Suite(.timeLimit(.minutes(1))) struct CallbackBodyTests {
    @Test("The schedule, lists and repeats do not read bodies: one that is damaged on the disk fails only who asks for it")
    func damagedBody() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            let callback = verified(body: [UInt8](repeating: 0xAB, count: 100_000))
            let kept = admission(callback, id: callbackID(1), delivery: .due(1)).callback
            try await withLedger(path) { ledger in
                _ = try await ledger.receive(callback, pathPayment: nil) { _ in CallbackAdmission(callback: kept, payment: nil) }
            }
            try damagePages(filledWith: 0xAB, in: path)
            try await withLedger(path) { ledger in
                await #expect(throws: LedgerError.self) { try await ledger.callback(callbackID(1)) }
                await #expect(throws: LedgerError.self) { try await ledger.updateDelivery(of: callbackID(1)) { _ in } }
                #expect(try await ledger.dueCallbacks(of: [.first], at: epoch + .seconds(1), limit: 10) == [kept.heading])
                #expect(try await ledger.callbacks(CallbackQuery(merchant: .first)).items == [kept.heading])
                let again = try await ledger.receive(callback, pathPayment: nil) { _ in CallbackAdmission(callback: kept, payment: nil) }
                #expect(again == .repeated(kept.heading))
            }
        }
    }

    private func withLedger(_ path: String, _ body: (SQLiteLedger) async throws -> Void) async throws {
        let ledger = try SQLiteLedger.open(path: path)
        do {
            try await body(ledger)
        } catch {
            await ledger.close()
            throw error
        }
        await ledger.close()
    }

    /// Breaks the chain of overflow pages that hold nothing but this byte: each begins with the number of the next (SQLite file format, section 1.6),
    /// which is made one that no file has.
    private func damagePages(filledWith byte: UInt8, in path: String) throws {
        let (page, link) = (4096, 4)
        var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let starts = stride(from: 0, to: file.count, by: page).filter { start in file[(start + link)..<(start + page)].allSatisfy { $0 == byte } }
        #expect(starts.count > 10)
        for start in starts { file.replaceSubrange(start..<(start + link), with: [UInt8](repeating: 0xFF, count: link)) }
        try Data(file).write(to: URL(filePath: path))
    }
}
