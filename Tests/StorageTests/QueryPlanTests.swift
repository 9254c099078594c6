import FoundationEssentials
import Payments
import Testing

@testable import Storage

/// What SQLite means to do for each query: none may read more rows the more there are of other things.
@Suite(.timeLimit(.minutes(2))) struct QueryPlanTests {
    /// The steps of the plan that touch rows.
    private func plan(_ table: String, _ clause: String) async throws -> [String] {
        var steps: [String] = []
        try await withTemporaryFolder { folder in
            let path = folder + "/ledger.db"
            try Data().write(to: URL(filePath: path))
            let connection = try Connection(path: path, busyTimeout: .zero)
            try Migrations.apply(to: connection)
            steps = try connection.all("EXPLAIN QUERY PLAN SELECT * FROM \(table) \(clause)") { row throws(StorageFault) -> String in
                for _ in 0..<3 { _ = row.optionalInteger() }
                return try row.text()
            }
        }
        return steps
    }

    private func goes(_ plan: [String], by index: String, _ location: SourceLocation = #_sourceLocation) {
        let isIndexed = plan.contains { $0.hasPrefix("SEARCH") && $0.contains(index) }
        #expect(isIndexed, "\(plan)", sourceLocation: location)
        #expect(!plan.contains { $0.hasPrefix("SCAN payments") || $0.hasPrefix("SCAN callbacks") }, "\(plan)", sourceLocation: location)
    }

    @Test(
        "Look-ups go by the index made for them",
        arguments: [
            ("payments", "WHERE merchant_id = ? AND external_id = ?", "merchant_id=? AND external_id=?"),
            ("payments", "WHERE merchant_id = ? AND transaction_id = ?", "merchant_id=? AND transaction_id=?"),
            ("payments", "WHERE answer_state IS NULL AND deadline <= ?", "payments_unanswered"),
            ("callbacks", "WHERE merchant_id = ? AND ifnull(transaction_id, '') = ? AND content_digest = ?", "callbacks_identity"),
            ("callbacks", "WHERE is_running = 1", "callbacks_running"),
            ("callbacks", "WHERE merchant_id = ? AND status = 'DEAD'", "callbacks_by_status"),
        ])
    func lookUps(table: String, clause: String, index: String) async throws {
        let plan = try await plan(table, clause)
        #expect(plan.count == 1)
        #expect(plan[0].contains(index) && plan[0].contains("INDEX"), "\(plan)")
    }

    @Test("A payment is looked up at its place, and in the index of ids")
    func paymentByID() async throws {
        let plan = try await plan("payments", "WHERE \(paymentID(1).rowCondition.condition)").filter { $0.contains("payments") }
        let atNumber = "SEARCH payments USING INTEGER PRIMARY KEY (rowid=?)"
        #expect(plan == [atNumber, atNumber, "SEARCH payments USING COVERING INDEX sqlite_autoindex_payments_1 (id=?)"])
    }

    @Test("What is due is read off an index in its order")
    func due() async throws {
        for (clause, index) in [(CallbackTable.dueClause, "callbacks_due (due_at<?)"), (CallbackTable.nextDueClause, "callbacks_due (due_at>?)")] {
            let plan = try await plan("callbacks", clause)
            goes(plan, by: index)
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("A page of payments goes by the narrowest of its filters, and is in order already", arguments: 0..<32)
    func payments(filters: Int) async throws {
        var query = PaymentQuery(merchant: .first)
        if filters & 1 != 0 { query.externalID = "INV" }
        if filters & 2 != 0 { query.orderID = "ORDER" }
        if filters & 4 != 0 { query.status = .failed }
        if filters & 8 != 0 { (query.createdAfter, query.createdBefore) = (epoch, epoch) }
        if filters & 16 != 0 { query.cursor = paymentID(1) }
        let plan = try await plan("payments", PaymentTable.pageClause(query).clause)
        if query.externalID != nil {
            goes(plan, by: "merchant_id=? AND external_id=?")
        } else {
            goes(plan, by: query.orderID != nil || query.status != nil ? "payments_by_" : "payments_newest")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("A page of callbacks goes by the transaction if it has one, else is in order already", arguments: 0..<8)
    func callbacks(filters: Int) async throws {
        var query = CallbackQuery(merchant: .first)
        if filters & 1 != 0 { query.transactionID = "TXN" }
        if filters & 2 != 0 { query.status = .dead }
        if filters & 4 != 0 { query.cursor = callbackID(1) }
        let plan = try await plan("callbacks", CallbackTable.pageClause(query).clause)
        if query.transactionID != nil {
            goes(plan, by: "callbacks_identity")
        } else {
            goes(plan, by: query.status != nil ? "callbacks_by_status" : "callbacks_newest")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}
