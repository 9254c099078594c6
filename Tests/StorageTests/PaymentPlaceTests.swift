import Payments
import Testing

@testable import Storage

/// Where a payment's row stands, and that it is found wherever it stands.
@Suite(.timeLimit(.minutes(2))) struct PaymentPlaceTests {
    private func number(of id: PaymentID, in ledger: SQLiteLedger) async throws -> Int64? {
        try await ledger.writer.write { connection throws(StorageFault) in
            try connection.first("SELECT rowid FROM payments WHERE id = ?", [.text(id.rawValue)]) { row throws(StorageFault) in try row.integer() }
        }
    }

    /// A payment of its own moment, and so of its own place.
    private func payment(_ number: Int) -> Payment {
        let id = paymentID(number, at: epoch + .seconds(number))
        let sample = samplePayment(number, second: number)
        return Payment(
            id: id, merchant: sample.merchant, externalID: sample.externalID, orderID: sample.orderID, status: sample.status, amount: sample.amount,
            tenor: sample.tenor, channel: sample.channel, authentication: sample.authentication, card: sample.card,
            fingerprint: sample.fingerprint, deadline: sample.deadline, createdAt: sample.createdAt, updatedAt: sample.updatedAt)
    }

    /// That each is found by its id, may change, and leads to the page after it.
    private func expectAll(_ payments: [Payment], in ledger: SQLiteLedger) async throws {
        for (index, payment) in payments.enumerated() {
            #expect(try await ledger.payment(payment.id, of: .first) == payment)
            #expect(try await ledger.payment(payment.id, of: .second) == nil)
            let changed = try await ledger.updatePayment(payment.id) { $0.approvalCode = "A1" }
            #expect(try await ledger.payment(payment.id, of: .first) == changed)
            #expect(changed?.approvalCode == "A1")
            var query = PaymentQuery(merchant: .first)
            query.cursor = payment.id
            #expect(try await ledger.payments(query).items.map(\.id) == payments[..<index].reversed().map(\.id))
        }
    }

    @Test("A place is a number that is in the order of ids, and small enough to be short in an index")
    func order() {
        let moments = [0, 1, 31, 32, 1_000_000, 1_800_000_000_000, 1_800_000_000_001, 4_000_000_000_000].map { Timestamp(milliseconds: $0) }
        let places = moments.map { paymentID(1, at: $0).place }
        #expect(places == places.sorted())
        #expect(Set(places).count == places.count)
        #expect(places.allSatisfy { (0..<1 << 55).contains($0) })
    }

    @Test(
        "An id of any text has a place",
        arguments: ["pay_1", "pay_", "pay____________________________", "pay_00000000000000000000000000", "pay_zzzzzzzzzzzzzzzzzzzzzzzzzz"]
    )
    func anyText(id: String) throws {
        let id: PaymentID = try #require(PaymentID(id))
        #expect(abs(id.place) < 1 << 56)
    }

    @Test("A payment stands at its place, and stays there")
    func atPlace() async throws {
        try await withSQLiteLedger { ledger, _ in
            let payments = (1...3).map(payment)
            for payment in payments { try await ledger.record(payment) }
            try await expectAll(payments, in: ledger)
            for payment in payments { #expect(try await number(of: payment.id, in: ledger) == payment.id.place) }
        }
    }

    @Test("Payments of one place are all found")
    func samePlace() async throws {
        try await withSQLiteLedger { ledger, _ in
            let payments = (1...3).map { samplePayment($0) }
            #expect(Set(payments.map(\.id.place)).count == 1)
            for payment in payments { try await ledger.record(payment) }
            try await expectAll(payments, in: ledger)
            #expect(try await number(of: payments[0].id, in: ledger) == payments[0].id.place)
        }
    }

    @Test("Payments that SQLite numbered, as it did before there were places, are found beside those at their place")
    func older() async throws {
        try await withSQLiteLedger { ledger, _ in
            let payments = (1...4).map(payment)
            for payment in payments[..<2] { try await ledger.record(payment) }
            try await ledger.writer.write { connection throws(StorageFault) in
                // One has the very number that is the next payment's place.
                let numbers = [payments[0].id: 1, payments[1].id: payments[2].id.place]
                for (id, number) in numbers {
                    _ = try connection.run("UPDATE payments SET rowid = ? WHERE id = ?", [.integer(number), .text(id.rawValue)])
                }
            }
            for payment in payments[2...] { try await ledger.record(payment) }
            try await expectAll(payments, in: ledger)
            #expect(try await number(of: payments[0].id, in: ledger) == 1)
            #expect(try await number(of: payments[3].id, in: ledger) == payments[3].id.place)
        }
    }
}
