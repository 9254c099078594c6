import Payments
import Synchronization
import Testing

/// What every ledger promises about callbacks.
@Suite(.timeLimit(.minutes(2))) struct CallbackLedgerContractTests {
    @Test("A callback comes back as it was kept, its body to the letter", arguments: LedgerImplementation.allCases)
    func roundTrip(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let payment = samplePayment(1)
            try await ledger.record(payment)
            let plain = verified(1, body: Array(0...255))
            let large = verified(2, transactionID: nil, body: [UInt8](repeating: 0xFF, count: 1 << 20))
            let kept = [
                admission(plain, id: callbackID(1), delivery: .due(30), payment: payment), admission(large, id: callbackID(2), delivery: .dead),
            ]
            for (callback, admission) in zip([plain, large], kept) {
                let received = try await ledger.receive(callback, pathPayment: nil) { _ in admission }
                #expect(received.callback == admission.callback)
                #expect(!received.isRepeat)
                #expect(try await ledger.callback(admission.callback.id) == admission.callback)
            }
            #expect(try await ledger.callback(callbackID(9)) == nil)
        }
    }

    @Test("The payment moves with the callback that moves it", arguments: LedgerImplementation.allCases)
    func movesPayment(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.record(samplePayment(1))
            let callback = verified(externalID: "INV-1")
            _ = try await ledger.receive(callback, pathPayment: nil) { candidates in
                var payment = candidates.namedByExternalID
                payment?.status = .succeeded
                payment?.transactionID = "TXN-1"
                return admission(callback, id: callbackID(1), payment: payment)
            }
            let moved = try await ledger.payment(paymentID(1), of: .first)
            #expect(moved?.status == .succeeded)
            #expect(moved?.transactionID == "TXN-1")
        }
    }

    @Test(
        "The candidates are what bears the transaction, what data names and what the path names, of that merchant",
        arguments: LedgerImplementation.allCases)
    func candidates(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let payments = [
                samplePayment(1, transactionID: "TXN-1"), samplePayment(2), samplePayment(3),
                samplePayment(4, merchant: .second, externalID: "INV-2", transactionID: "TXN-1"),
            ]
            for payment in payments { try await ledger.record(payment) }
            func candidates(_ callback: VerifiedCallback, path: PaymentID?) async throws -> [PaymentID?] {
                let seen = Mutex<[PaymentID?]>([])
                _ = try await ledger.receive(callback, pathPayment: path) { found in
                    seen.withLock { $0 = [found.bearingTransaction?.id, found.namedByExternalID?.id, found.namedByPath?.id] }
                    return admission(callback, id: callbackID(Int(callback.contentDigest[7])))
                }
                return seen.withLock { $0 }
            }
            #expect(try await candidates(verified(1, externalID: "INV-2"), path: paymentID(3)) == [paymentID(1), paymentID(2), paymentID(3)])
            #expect(try await candidates(verified(2, transactionID: "TXN-9", externalID: "INV-9"), path: paymentID(9)) == [nil, nil, nil])
            #expect(try await candidates(verified(3, transactionID: nil), path: nil) == [nil, nil, nil])
            #expect(
                try await candidates(verified(4, merchant: .second, externalID: "INV-2"), path: paymentID(3)) == [paymentID(4), paymentID(4), nil])
        }
    }

    @Test("Of twenty equal callbacks at one time one is kept, and all hear of that one", arguments: LedgerImplementation.allCases)
    func simultaneous(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            let callback = verified()
            let received = try await withThrowingTaskGroup(of: ReceivedCallback.self) { group in
                for number in 1...20 {
                    group.addTask {
                        try await ledger.receive(callback, pathPayment: nil) { _ in admission(callback, id: callbackID(number)) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(received.filter { !$0.isRepeat }.count == 1)
            #expect(Set(received.map(\.callback)).count == 1)
            #expect(try await ledger.callbacks(CallbackQuery(merchant: .first)).items.count == 1)
        }
    }

    @Test(
        "Merchant, transaction and content each make another callback; having no transaction is one of them", arguments: LedgerImplementation.allCases
    )
    func identity(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            #expect(try await !ledger.keep(5).isRepeat)
            #expect(try await !ledger.keep(1).isRepeat)
            let others = [verified(1, merchant: .second), verified(1, transactionID: "TXN-2"), verified(1, transactionID: nil), verified(2)]
            for round in 0..<2 {
                for (index, callback) in others.enumerated() {
                    let received = try await ledger.receive(callback, pathPayment: nil) { _ in
                        admission(callback, id: callbackID(10 + index))
                    }
                    #expect(received.isRepeat == (round == 1))
                    #expect(received.callback.id == callbackID(10 + index))
                }
            }
        }
    }

    // MARK: Deliveries

    @Test("An attempt is recorded with the delivery's new standing", arguments: LedgerImplementation.allCases)
    func attempts(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.keep(1, delivery: .running)
            let attempts = [
                DeliveryAttempt(number: 1, at: epoch, httpStatus: 503, durationMilliseconds: 12, error: nil),
                DeliveryAttempt(number: 2, at: epoch + .seconds(5), httpStatus: nil, durationMilliseconds: 10_000, error: "timed out"),
            ]
            for attempt in attempts {
                let seen = try await ledger.callback(callbackID(1))?.delivery
                let written = try await ledger.recordAttempt(attempt, of: callbackID(1)) { delivery in
                    delivery == seen ? .due(attempt.number) : .dead
                }
                #expect(written?.delivery == .due(attempt.number))
                #expect(try await ledger.callback(callbackID(1)) == written)
            }
            #expect(try await ledger.attempts(of: callbackID(1)) == attempts)
            #expect(try await ledger.attempts(of: callbackID(2)).isEmpty)
            #expect(try await ledger.recordAttempt(attempts[0], of: callbackID(2)) { $0 } == nil)
        }
    }

    @Test("A delivery changes as told; of an unknown callback nothing is", arguments: LedgerImplementation.allCases)
    func update(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.keep(1, delivery: .due(1))
            #expect(try await ledger.updateDelivery(of: callbackID(1)) { $0 = .running }?.delivery == .running)
            #expect(try await ledger.callback(callbackID(1))?.delivery == .running)
            #expect(try await ledger.updateDelivery(of: callbackID(2)) { $0 = .running } == nil)
        }
    }

    @Test("All deliveries of a kind change at once, and only what changed is counted", arguments: LedgerImplementation.allCases)
    func updateMany(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.keep(1, delivery: .running)
            try await ledger.keep(2, merchant: .second, delivery: .running)
            try await ledger.keep(3, delivery: .dead)
            try await ledger.keep(4, merchant: .second, delivery: .dead)
            try await ledger.keep(5, delivery: .due(1))
            #expect(try await ledger.updateDeliveries(.interrupted) { _ in } == 0)
            #expect(try await ledger.updateDeliveries(.interrupted) { $0 = .due(7) } == 2)
            #expect(try await ledger.updateDeliveries(.interrupted) { $0 = .due(8) } == 0)
            #expect(try await ledger.updateDeliveries(.dead(.first)) { $0 = .due(9) } == 1)
            var deliveries: [Delivery?] = []
            for number in 1...5 { deliveries.append(try await ledger.callback(callbackID(number))?.delivery) }
            #expect(deliveries == [.due(7), .due(7), .due(9), .dead, .due(1)])
        }
    }

    @Test("What is due comes earliest first, of the merchants asked for, and no more than asked for", arguments: LedgerImplementation.allCases)
    func due(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.keep(1, delivery: .due(30))
            try await ledger.keep(2, delivery: .due(10))
            try await ledger.keep(3, merchant: .second, delivery: .due(20))
            try await ledger.keep(4, delivery: .running)
            try await ledger.keep(5, delivery: .dead)
            let both: Set<MerchantID> = [.first, .second]
            func due(_ merchants: Set<MerchantID>, _ second: Int, limit: Int = 10) async throws -> [CallbackID] {
                try await ledger.dueCallbacks(of: merchants, at: epoch + .seconds(second), limit: limit).map(\.id)
            }
            #expect(try await due(both, 9) == [])
            #expect(try await due(both, 10) == [callbackID(2)])
            #expect(try await due(both, 30) == [callbackID(2), callbackID(3), callbackID(1)])
            #expect(try await due(both, 30, limit: 2) == [callbackID(2), callbackID(3)])
            #expect(try await due([.second], 30) == [callbackID(3)])
            #expect(try await due([], 30) == [])
            func next(_ merchants: Set<MerchantID>, _ second: Int) async throws -> Timestamp? {
                try await ledger.nextCallbackDue(of: merchants, after: epoch + .seconds(second))
            }
            #expect(try await next(both, 0) == epoch + .seconds(10))
            #expect(try await next(both, 10) == epoch + .seconds(20))
            #expect(try await next([.first], 10) == epoch + .seconds(30))
            #expect(try await next(both, 30) == nil)
            #expect(try await next([], 0) == nil)
        }
    }

    // MARK: Lists

    @Test("A list is newest first, page by page, each callback once", arguments: LedgerImplementation.allCases)
    func pages(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            for number in 1...10 { try await ledger.keep(number) }
            try await ledger.keep(11, merchant: .second)
            var query = CallbackQuery(merchant: .first)
            query.limit = 4
            var found: [[CallbackID]] = []
            while true {
                let page = try await ledger.callbacks(query)
                found.append(page.items.map(\.id))
                guard let cursor = page.nextCursor else { break }
                let last: CallbackID = try #require(CallbackID(cursor))
                query.cursor = last
            }
            #expect(found == [(7...10).reversed().map(callbackID), (3...6).reversed().map(callbackID), (1...2).reversed().map(callbackID)])
            for cursor in [callbackID(11), callbackID(99)] {
                query.cursor = cursor
                #expect(try await ledger.callbacks(query).items.isEmpty)
            }
        }
    }

    @Test("Filters hold together", arguments: LedgerImplementation.allCases)
    func filters(implementation: LedgerImplementation) async throws {
        try await implementation.withLedger { ledger in
            try await ledger.keep(1, transactionID: "A", delivery: .dead)
            try await ledger.keep(2, transactionID: "A")
            try await ledger.keep(3, transactionID: nil)
            func found(_ status: DeliveryStatus?, _ transactionID: String?) async throws -> [CallbackID] {
                var query = CallbackQuery(merchant: .first)
                query.status = status
                query.transactionID = transactionID
                return try await ledger.callbacks(query).items.map(\.id)
            }
            #expect(try await found(nil, nil) == [callbackID(3), callbackID(2), callbackID(1)])
            #expect(try await found(.dead, nil) == [callbackID(1)])
            #expect(try await found(nil, "A") == [callbackID(2), callbackID(1)])
            #expect(try await found(.delivered, "A") == [callbackID(2)])
            #expect(try await found(.pending, "A") == [])
        }
    }
}
