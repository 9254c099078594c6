import Payments
import Synchronization
import Testing

/// What every ledger promises about payments.
@Suite(.timeLimit(.minutes(2))) struct PaymentLedgerContractTests {
    @Test("A payment comes back as it was recorded", arguments: LedgerImplementation.allCases)
    func roundTrip(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            for payment in [samplePayment(1), fullPayment(2)] {
                try await ledger.record(payment)
                #expect(try await ledger.payment(payment.id, of: .first) == payment)
            }
        }
    }

    @Test("Every word of the domain can be recorded", arguments: LedgerImplementation.allCases)
    func words(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            var payment = samplePayment(1)
            try await ledger.record(payment)
            func survives(_ location: SourceLocation = #_sourceLocation) async throws {
                let expected = payment
                #expect(try await ledger.updatePayment(payment.id) { $0 = expected } == expected, sourceLocation: location)
                #expect(try await ledger.payment(payment.id, of: .first) == expected, sourceLocation: location)
            }
            for status in PaymentStatus.allCases {
                payment.status = status
                try await survives()
            }
            for channel in AcquirerChannel.allCases {
                payment.channel = channel
                try await survives()
            }
            for tenor in Tenor.allCases {
                payment.tenor = tenor
                try await survives()
            }
            for state in ResultState.allCases {
                payment.answer = Answer(state: state, responseCode: "", responseMessage: "", retryable: false)
                try await survives()
            }
            payment.answer = nil
            try await survives()
        }
    }

    @Test("The decision sees what is on record under the key, and only `record` writes", arguments: LedgerImplementation.allCases)
    func admissions(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let first = samplePayment(1, externalID: "INV")
            let seen = Mutex<[Payment?]>([])
            let decisions: [PaymentAdmission] = [.invalid([]), .record(first), .replay(first), .conflict(first, reason: "other request")]
            for decision in decisions {
                _ = try await ledger.admit(merchant: .first, externalID: "INV") { found in
                    seen.withLock { $0.append(found) }
                    return decision
                }
            }
            #expect(seen.withLock { $0 } == [nil, nil, first, first])
            var anew = first
            anew.status = .submitting
            anew.orderID = "ORDER-2"
            let recorded = anew
            _ = try await ledger.admit(merchant: .first, externalID: "INV") { _ in .record(recorded) }
            #expect(try await ledger.payment(first.id, of: .first) == recorded)
        }
    }

    @Test("Of twenty requests under one key at one time, one is recorded", arguments: LedgerImplementation.allCases)
    func simultaneous(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let recorded = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 1...20 {
                    group.addTask {
                        let own = samplePayment(number, externalID: "INV")
                        let admission = try await ledger.admit(merchant: .first, externalID: "INV") { found in
                            if let found { .conflict(found, reason: "taken") } else { .record(own) }
                        }
                        if case .record = admission { return true }
                        return false
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(recorded == 1)
        }
    }

    @Test("Another merchant's payments do not exist, and its keys are its own", arguments: LedgerImplementation.allCases)
    func merchants(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let (first, second) = (samplePayment(1, externalID: "INV"), samplePayment(2, merchant: .second, externalID: "INV"))
            try await ledger.record(first)
            try await ledger.record(second)
            #expect(try await ledger.payment(first.id, of: .second) == nil)
            #expect(try await ledger.payments(PaymentQuery(merchant: .second)).items == [second])
        }
    }

    @Test("A change is made to what is on record; of an unknown payment nothing is", arguments: LedgerImplementation.allCases)
    func update(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.record(fullPayment(1))
            let changed = try await ledger.updatePayment(paymentID(1)) {
                $0.status = .voided
                $0.answer = Answer(state: .success, responseCode: "00", responseMessage: "Success", retryable: false)
            }
            #expect(changed?.status == .voided)
            #expect(changed?.answer?.errors == [])
            #expect(try await ledger.payment(paymentID(1), of: .first) == changed)
            #expect(try await ledger.updatePayment(paymentID(9)) { $0.status = .voided } == nil)
        }
    }

    @Test("Payments without an answer whose deadline has passed are settled, no others", arguments: LedgerImplementation.allCases)
    func abandoned(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            // Deadlines at 30 s, but the last's at 31 s.
            var answered = samplePayment(2)
            answered.answer = Answer(state: .success, responseCode: "00", responseMessage: "Success", retryable: false)
            try await ledger.record(samplePayment(1, status: .submitting))
            try await ledger.record(answered)
            try await ledger.record(samplePayment(3, status: .succeeded))
            try await ledger.record(samplePayment(4, status: .submitting, second: 1))
            @Sendable func settle(_ payment: inout Payment) { if payment.status == .submitting { payment.status = .unknown } }
            #expect(try await ledger.settleAbandoned(before: epoch + .milliseconds(29_999), settle) == 0)
            #expect(try await ledger.settleAbandoned(before: epoch + .seconds(30), settle) == 1)
            #expect(try await ledger.settleAbandoned(before: epoch + .seconds(30)) { $0.mismatch = true } == 2)
            let settled = try await ledger.payments(PaymentQuery(merchant: .first)).items.sorted { $0.id < $1.id }
            #expect(settled.map(\.status) == [.unknown, .pending, .succeeded, .submitting])
            #expect(settled.map(\.mismatch) == [true, false, true, false])
        }
    }

    // MARK: Lists

    @Test("A list is newest first, page by page, each payment once", arguments: LedgerImplementation.allCases)
    func pages(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            // Three share each second, and the ids do not follow the order of making.
            for number in 0..<30 { try await ledger.record(samplePayment((number * 7) % 30, second: number / 3)) }
            var query = PaymentQuery(merchant: .first)
            query.limit = 7
            var found: [Payment] = []
            var lengths: [Int] = []
            while true {
                let page = try await ledger.payments(query)
                found += page.items
                lengths.append(page.items.count)
                guard let cursor = page.nextCursor else { break }
                let last: PaymentID = try #require(PaymentID(cursor))
                query.cursor = last
            }
            #expect(lengths == [7, 7, 7, 7, 2])
            let expected = found.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
            #expect(found == expected)
            #expect(Set(found.map(\.id)).count == 30)
        }
    }

    @Test("A page that ends the list has no cursor, and an unknown or foreign cursor finds nothing", arguments: LedgerImplementation.allCases)
    func cursors(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            for number in 1...4 { try await ledger.record(samplePayment(number)) }
            try await ledger.record(samplePayment(5, merchant: .second, second: 9))
            var query = PaymentQuery(merchant: .first)
            query.limit = 4
            #expect(try await ledger.payments(query).nextCursor == nil)
            for cursor in [paymentID(99), paymentID(5)] {
                query.cursor = cursor
                #expect(try await ledger.payments(query).items.isEmpty)
            }
        }
    }

    @Test("A limit is kept within 1 and 100", arguments: LedgerImplementation.allCases)
    func limits(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            for number in 1...101 { try await ledger.record(samplePayment(number)) }
            var query = PaymentQuery(merchant: .first)
            for (limit, count) in [(0, 1), (-5, 1), (100, 100), (5000, 100)] {
                query.limit = limit
                #expect(try await ledger.payments(query).items.count == count)
            }
        }
    }

    @Test("Filters hold together; both ends of the time are exclusive", arguments: LedgerImplementation.allCases)
    func filters(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.record(samplePayment(1, orderID: "A", status: .succeeded, second: 1))
            try await ledger.record(samplePayment(2, orderID: "A", status: .failed, second: 2))
            try await ledger.record(samplePayment(3, orderID: "B", status: .succeeded, second: 3))
            func found(_ adjust: (inout PaymentQuery) -> Void) async throws -> [PaymentID] {
                var query = PaymentQuery(merchant: .first)
                adjust(&query)
                return try await ledger.payments(query).items.map(\.id)
            }
            #expect(try await found { $0.externalID = "INV-2" } == [paymentID(2)])
            #expect(try await found { $0.orderID = "A" } == [paymentID(2), paymentID(1)])
            #expect(try await found { $0.status = .succeeded } == [paymentID(3), paymentID(1)])
            #expect(
                try await found {
                    $0.orderID = "A"
                    $0.status = .succeeded
                } == [paymentID(1)])
            #expect(try await found { $0.createdAfter = epoch + .seconds(1) } == [paymentID(3), paymentID(2)])
            #expect(try await found { $0.createdBefore = epoch + .seconds(3) } == [paymentID(2), paymentID(1)])
            #expect(
                try await found {
                    $0.createdAfter = epoch + .seconds(1)
                    $0.createdBefore = epoch + .seconds(3)
                } == [paymentID(2)])
            #expect(try await found { $0.orderID = "A' OR '1'='1" } == [])
        }
    }

    @Test("The ledger says that it works", arguments: LedgerImplementation.allCases)
    func check(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in try await ledger.check() }
    }
}
