import Testing

@testable import Sandbox

@Suite("What the sandbox remembers of charges")
struct TransactionBookTests {
    private func submission(_ externalID: String, amount: Int64, _ operation: ChargeOperation = .charge) -> ChargeSubmission {
        ChargeSubmission(
            operation: operation, externalID: externalID, orderID: "ORDER-1", amount: amount, currency: "IDR", channel: "BRICC", mode: "CLOSE",
            tenor: 0, description: "a book", card: .number(first6: "411111", last4: "1111"), callbackURL: "http://localhost/callback",
            returnURL: "http://localhost/", storesToken: false)
    }

    private func identifiers(_ name: String) -> TransactionIdentifiers {
        TransactionIdentifiers(transactionID: "id-\(name)", reference: "ref-\(name)", receiptNumber: "123456059461", cardToken: "token-\(name)")
    }

    @Test("An accepted external_id is used")
    func usedAfterAcceptance() throws {
        var book = TransactionBook(capacity: 10)
        guard case .answer(let transaction) = book.take(submission("A", amount: 10_000), identifiers: identifiers("A")) else {
            Issue.record("not accepted")
            return
        }
        #expect(transaction.state == .awaitingPayer)
        #expect(book.take(submission("A", amount: 10_000), identifiers: identifiers("A2")) == .used)
        #expect(book.take(submission("A", amount: 10_400), identifiers: identifiers("A3")) == .used)
    }

    @Test("A declined external_id is used, with and without 3DS")
    func usedAfterDecline() {
        var book = TransactionBook(capacity: 10)
        #expect(book.take(submission("A", amount: 10_051), identifiers: identifiers("A")) == .decline)
        #expect(book.take(submission("A", amount: 10_000), identifiers: identifiers("A")) == .used)
        guard case .answer(let transaction) = book.take(submission("B", amount: 10_051, .chargeDirectV2), identifiers: identifiers("B")) else {
            Issue.record("a direct decline is a transaction")
            return
        }
        #expect(transaction.state == .declined)
        #expect(transaction.callbacks == [PlannedCallback(.failed)])
        #expect(book.take(submission("B", amount: 10_000, .chargeDirectV2), identifiers: identifiers("B")) == .used)
    }

    @Test("A refusal and a silence leave the external_id free", arguments: [400, 401, 500, 504] as [Int64])
    func freeAfterRefusal(digits: Int64) {
        var book = TransactionBook(capacity: 10)
        let refusal: TransactionBook.Decision = digits == 504 ? .silence : .refuse(status: Int(digits))
        for _ in 1...4 {
            #expect(book.take(submission("A", amount: 10_000 + digits), identifiers: identifiers("A")) == refusal)
        }
        guard case .answer = book.take(submission("A", amount: 10_000), identifiers: identifiers("A")) else {
            Issue.record("the id should still be free")
            return
        }
    }

    @Test("502 comes twice for each external_id, then it is accepted")
    func acceptedAtTheThird() {
        var book = TransactionBook(capacity: 10)
        for name in ["A", "B"] {
            #expect(book.take(submission(name, amount: 10_502), identifiers: identifiers(name)) == .refuse(status: 502))
            #expect(book.take(submission(name, amount: 10_502), identifiers: identifiers(name)) == .refuse(status: 502))
            guard case .answer = book.take(submission(name, amount: 10_502), identifiers: identifiers(name)) else {
                Issue.record("the third is accepted")
                return
            }
            #expect(book.take(submission(name, amount: 10_502), identifiers: identifiers(name)) == .used)
        }
    }

    @Test("520 is taken and used, though nobody heard")
    func cut() {
        var book = TransactionBook(capacity: 10)
        guard case .cut(let transaction) = book.take(submission("A", amount: 10_520), identifiers: identifiers("A")) else {
            Issue.record("not cut")
            return
        }
        #expect(book.transaction(reference: "ref-A") == transaction)
        #expect(book.take(submission("A", amount: 10_520), identifiers: identifiers("A")) == .used)
    }

    @Test("The payer presses once; the amount chooses what Pay brings, Decline is always payment.failed")
    func payer() {
        var book = TransactionBook(capacity: 10)
        for (name, choice, callbacks) in [
            ("A", PayerChoice.pay, [PlannedCallback(.expired)]), ("B", PayerChoice.decline, [PlannedCallback(.failed)]),
        ] {
            _ = book.take(submission(name, amount: 10_902), identifiers: identifiers(name))
            #expect(book.settle(reference: "ref-\(name)", as: choice)?.callbacks == callbacks)
            #expect(book.settle(reference: "ref-\(name)", as: .pay) == nil)
        }
        #expect(book.settle(reference: "ref-C", as: .pay) == nil)
    }

    @Test("A direct charge has no payer's turn")
    func directIsSettled() {
        var book = TransactionBook(capacity: 10)
        guard case .answer(let transaction) = book.take(submission("A", amount: 10_000, .chargeDirectV1), identifiers: identifiers("A")) else {
            Issue.record("not accepted")
            return
        }
        #expect(transaction.state == .paid)
        #expect(transaction.callbacks == [PlannedCallback(.success)])
        #expect(book.settle(reference: "ref-A", as: .decline) == nil)
    }

    @Test("A full book forgets the oldest and its page")
    func bounded() {
        var book = TransactionBook(capacity: 2)
        for name in ["A", "B", "C"] { _ = book.take(submission(name, amount: 10_000), identifiers: identifiers(name)) }
        #expect(book.transaction(reference: "ref-A") == nil)
        #expect(book.transaction(reference: "ref-B") != nil)
        #expect(book.take(submission("C", amount: 10_000), identifiers: identifiers("C2")) == .used)
        guard case .answer = book.take(submission("A", amount: 10_000), identifiers: identifiers("A2")) else {
            Issue.record("a forgotten id is free again")
            return
        }
        #expect(book.transaction(reference: "ref-B") == nil)
        #expect(book.transaction(reference: "ref-A2") != nil)
    }
}
