import Testing

@testable import Payments

@Suite(.timeLimit(.minutes(1))) struct CallbackMatchTests {
    private func content(
        transactionID: String? = "TXN-1", externalID: String? = nil, orderID: String? = nil, status: String? = "SUCCESS", amount: Int64? = 10_000,
        currency: String? = nil
    ) -> CallbackContent {
        CallbackContent(
            transactionID: transactionID, externalID: externalID, orderID: orderID, statusWord: status, amount: amount, currency: currency)
    }

    private func match(
        _ content: CallbackContent, bearing: Payment? = nil, external: Payment? = nil, path: Payment? = nil
    ) -> CallbackMatch {
        CallbackMatch(content, among: MatchCandidates(bearingTransaction: bearing, namedByExternalID: external, namedByPath: path))
    }

    private func disagreements(_ match: CallbackMatch) -> [Mismatch.Disagreement]? {
        if case .mismatch(let mismatch) = match { mismatch.disagreements } else { nil }
    }

    // MARK: Which payment

    @Test("The payment that bears the transactionId comes before the one that data names, and that before the path's")
    func order() {
        let (first, second, third) = (
            samplePayment(1, externalID: "A", transactionID: "TXN-1"), samplePayment(2, externalID: "B"), samplePayment(3, externalID: "C")
        )
        #expect(match(content(externalID: "B"), bearing: first, external: second, path: third) == .payment(first))
        #expect(match(content(externalID: "B"), external: second, path: third) == .payment(second))
        #expect(match(content(), path: third) == .payment(third))
        #expect(match(content()) == .none)
    }

    @Test("A later candidate is no way round the disagreement of an earlier one")
    func noWayRound() {
        let bearing = samplePayment(1, amount: 99_999, transactionID: "TXN-1")
        let path = samplePayment(2)
        #expect(disagreements(match(content(), bearing: bearing, path: path)) == [.amount])
    }

    @Test("Without a transactionId nothing matches, whatever names a payment")
    func noTransaction() {
        let payment = samplePayment()
        #expect(match(content(transactionID: nil, externalID: "INV-1"), external: payment, path: payment) == .none)
    }

    // MARK: What must agree

    @Test("Amount, order and currency must agree; order and currency may be missing")
    func agreement() {
        let payment = samplePayment()
        #expect(match(content(orderID: "ORDER-1", currency: "IDR"), path: payment) == .payment(payment))
        #expect(disagreements(match(content(amount: 10_001), path: payment)) == [.amount])
        #expect(disagreements(match(content(amount: nil), path: payment)) == [.amount])
        #expect(disagreements(match(content(orderID: "ORDER-2"), path: payment)) == [.order])
        #expect(disagreements(match(content(currency: "USD"), path: payment)) == [.currency])
        #expect(disagreements(match(content(orderID: "X", amount: 1, currency: "USD"), path: payment)) == [.amount, .order, .currency])
    }

    @Test("A payment that bears one transactionId is not moved by another's callback")
    func bound() {
        let payment = samplePayment(transactionID: "TXN-0")
        #expect(disagreements(match(content(), path: payment)) == [.transaction])
        #expect(disagreements(match(content(externalID: "INV-1"), external: payment)) == [.transaction])
    }

    @Test("Where the signed data names another payment than the unsigned path, the path proves nothing")
    func pathAgainstData() throws {
        let payment = samplePayment()
        let found = match(content(externalID: "INV-OTHER"), path: payment)
        #expect(disagreements(found) == [.externalID])
        guard case .mismatch(let mismatch) = found else { return }
        #expect(!mismatch.disputesPayment)
    }

    // MARK: What it does to the payment

    @Test("The first match binds the transaction")
    func binds() {
        let moment = Timestamp(milliseconds: 1_800_000_000_000)
        let confirmed = samplePayment().confirmed(by: content(), at: moment)
        #expect(confirmed.transactionID == "TXN-1")
        #expect(confirmed.status == .succeeded)
        #expect(confirmed.confirmedBy == .callback)
        #expect(confirmed.updatedAt == moment)
    }

    @Test("A callback moves a payment only upwards in the contract's precedence", arguments: PaymentStatus.allCases)
    func upwardsOnly(status: PaymentStatus) {
        // SUBMITTING < UNKNOWN < PENDING < FAILED < EXPIRED < SUCCEEDED < VOIDED < REFUNDED
        let words: [(String, PaymentStatus)] = [
            ("FAILED", .failed), ("EXPIRED", .expired), ("SUCCESS", .succeeded), ("PAID", .succeeded), ("VOID", .voided), ("VOIDED", .voided),
            ("CANCELED", .voided), ("REFUNDED", .refunded),
        ]
        let order: [PaymentStatus] = [.submitting, .unknown, .pending, .failed, .expired, .succeeded, .voided, .refunded]
        for (word, said) in words {
            let rises = order.firstIndex(of: said)! >= order.firstIndex(of: status)!
            let after = samplePayment(status: status, transactionID: "TXN-1").confirmed(by: content(status: word), at: .init(milliseconds: 0))
            #expect(after.status == (rises ? said : status), "\(status) then \(word)")
            #expect(after.confirmedBy == (rises ? .callback : nil), "\(status) then \(word)")
        }
    }

    @Test("Any other word moves nothing", arguments: ["PENDING", "success", "Success", "SUCCESS ", "OK", "00", "", "CANCELLED"])
    func otherWords(word: String) {
        #expect(PaymentStatus(callbackWord: word) == nil)
        let before = samplePayment(transactionID: "TXN-1")
        #expect(before.confirmed(by: content(status: word), at: .init(milliseconds: 0)) == before)
    }

    @Test("A dispute flags the payment and moves nothing")
    func dispute() {
        let moment = Timestamp(milliseconds: 1_800_000_000_000)
        let disputed = samplePayment().disputed(at: moment)
        var expected = samplePayment()
        expected.mismatch = true
        expected.updatedAt = moment
        #expect(disputed == expected)
    }
}
