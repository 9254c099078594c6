import Payments
import PaymentsSupport
import Testing

/// Contract, section 4: answers, "Identity" and "Matching", through the service.
@Suite(.timeLimit(.minutes(1))) struct CallbackReceiptTests {
    // MARK: Answers

    @Test("What the merchant store accepts is accepted, and forwarded to the letter")
    func accepted() async throws {
        let world = CallbackWorld()
        let text = "\u{FEFF}transactionId=TXN-1;amount=10000;status=SUCCESS;note=ü \t"
        #expect(await world.receive(text) == .accepted)
        #expect(world.store.deliveries.map(\.body) == [Array(text.utf8)])
        #expect(world.store.deliveries.map(\.number) == [1])
        #expect(try await world.delivery().status == .delivered)
    }

    @Test("What the merchant store does not answer with 200 is not accepted", arguments: [201, 204, 302, 400, 500])
    func notAccepted(status: Int) async throws {
        let world = CallbackWorld()
        world.store.answer(.answered(status: status))
        #expect(await world.receive() == .notAccepted)
        let attempt = try await world.attempts()[0]
        #expect(attempt == DeliveryAttempt(number: 1, at: world.clock.now(), httpStatus: status, durationMilliseconds: 0, error: nil))
    }

    @Test("A merchant store that cannot be reached has not accepted, and the reason is on record")
    func unreachable() async throws {
        let world = CallbackWorld()
        world.store.answer(.failed(reason: "connection refused"))
        #expect(await world.receive() == .notAccepted)
        let attempt = try await world.attempts()[0]
        #expect(attempt.httpStatus == nil)
        #expect(attempt.error == "connection refused")
    }

    @Test("A wrong signature and a body that is no JSON object store and forward nothing")
    func refused() async {
        let world = CallbackWorld()
        #expect(await world.receive("forged") == .invalidSignature)
        #expect(await world.receive("broken") == .malformed(message: "line 1, column 1: no value begins with b"))
        #expect(await world.ledger.callbacks.isEmpty)
        #expect(world.store.deliveries.isEmpty)
    }

    @Test("With no address committing is accepting")
    func noAddress() async throws {
        let world = CallbackWorld()
        world.store.takeAddress()
        #expect(await world.receive() == .accepted)
        #expect(await world.receive() == .accepted)
        #expect(world.store.deliveries.isEmpty)
        try await world.expect(.delivered, slots: 0, next: nil, attempts: 0, since: world.clock.now())
    }

    @Test("In mode stored it is accepted once committed, whatever the merchant store does")
    func storedMode() async throws {
        let world = CallbackWorld([.sample: .stored])
        world.store.hold()
        #expect(await world.receive() == .accepted)
        await world.store.untilDeliveries(1)
        #expect(await world.receive() == .accepted)
        world.store.answer(.answered(status: 500))
        world.store.letGo()
        await world.events.untilAttempts(1)
        #expect(try await world.delivery().status == .pending)
    }

    // MARK: Path

    @Test("A path leads somewhere if its merchant is known and the payment is that merchant's")
    func paths() async throws {
        let world = CallbackWorld([.sample: .merchant, .other: .merchant])
        let payment = samplePayment()
        await world.ledger.put(payment)
        let (merchant, id) = (MerchantID.sample.rawValue, payment.id.rawValue)
        #expect(world.service.resolve(merchant: nil) == .known(.bare))
        guard case .known(let path) = await world.service.resolve(merchant: merchant, payment: id) else {
            Issue.record("unknown")
            return
        }
        #expect(path.merchant == .sample)
        #expect(path.payment == payment.id)
        #expect(world.service.resolve(merchant: "OTHER") == .unknown)
        #expect(world.service.resolve(merchant: "no merchant id") == .unknown)
        #expect(await world.service.resolve(merchant: MerchantID.other.rawValue, payment: id) == .unknown)
        #expect(await world.service.resolve(merchant: merchant, payment: "pay_0") == .unknown)
        #expect(await world.service.resolve(merchant: merchant, payment: "../etc") == .unknown)
        await world.ledger.fail(.read)
        #expect(await world.service.resolve(merchant: merchant, payment: id) == .unavailable(retryAfter: .seconds(5)))
    }

    // MARK: Identity

    @Test("The same callback is delivered once: a repeat of a delivered one is accepted, even when the store would refuse now")
    func deliveredOnce() async throws {
        let world = CallbackWorld()
        #expect(await world.receive() == .accepted)
        world.store.answer(.answered(status: 500))
        #expect(await world.receive() == .accepted)
        #expect(world.store.deliveries.count == 1)
        #expect(await world.ledger.callbacks.count == 1)
    }

    @Test("Twenty equal callbacks at one time wait for the one that is delivered", arguments: [200, 500])
    func simultaneousRepeats(status: Int) async throws {
        let world = CallbackWorld()
        world.store.hold()
        world.store.answer(.answered(status: status))
        let outcomes = await withTaskGroup(of: CallbackOutcome.self) { group in
            for _ in 0..<20 { group.addTask { await world.receive() } }
            await world.store.untilDeliveries(1)
            world.store.letGo()
            return await group.reduce(into: []) { $0.append($1) }
        }
        // One that came after the first was concluded begins an attempt of its own if that one failed; after success there is nothing to begin.
        if status == 200 { #expect(world.store.deliveries.count == 1) }
        #expect(outcomes.count == 20)
        #expect(outcomes.allSatisfy { $0 == (status == 200 ? .accepted : .notAccepted) })
        #expect(await world.ledger.callbacks.count == 1)
    }

    @Test("Another merchant, another transaction and other data make another callback")
    func otherIdentities() async {
        let world = CallbackWorld([.sample: .merchant, .other: .merchant])
        for text in [
            "transactionId=TXN-1;amount=10000;status=SUCCESS", "transactionId=TXN-2;amount=10000;status=SUCCESS",
            "transactionId=TXN-1;amount=10000;status=FAILED", "transactionId=TXN-1;amount=10000;status=SUCCESS;merchant=\(MerchantID.other)",
        ] {
            #expect(await world.receive(text) == .accepted)
        }
        #expect(world.store.deliveries.count == 4)
        #expect(world.store.deliveries.map(\.merchant) == [.sample, .sample, .sample, .other])
    }

    @Test("A sender that hangs up does not end the delivery")
    func hangUp() async throws {
        let world = CallbackWorld()
        world.store.hold()
        let sender = Task { await world.receive() }
        await world.store.untilDeliveries(1)
        sender.cancel()
        world.store.letGo()
        await world.events.untilAttempts(1)
        #expect(try await world.delivery().status == .delivered)
        _ = await sender.value
    }

    // MARK: Matching

    @Test("A callback moves the payment that the path names, and is kept as its own")
    func movesPayment() async throws {
        let world = CallbackWorld()
        let payment = samplePayment()
        await world.ledger.put(payment)
        guard case .known(let path) = await world.service.resolve(merchant: MerchantID.sample.rawValue, payment: payment.id.rawValue) else {
            Issue.record("unknown")
            return
        }
        #expect(await world.receive(at: path) == .accepted)
        let moved = await world.ledger.payments[payment.id]
        #expect(moved?.status == .succeeded)
        #expect(moved?.confirmedBy == .callback)
        #expect(moved?.transactionID == "TXN-1")
        let kept = try await world.only()
        #expect(kept.payment == payment.id)
        #expect(!kept.mismatch)
    }

    @Test("The payment has moved before the merchant store hears of the callback, and whatever that answers")
    func movesBeforeDelivery() async throws {
        let world = CallbackWorld()
        let payment = samplePayment()
        await world.ledger.put(payment)
        world.store.hold()
        world.store.answer(.answered(status: 500))
        let sender = Task { await world.receive("transactionId=TXN-1;externalId=INV-1;amount=10000;status=SUCCESS") }
        await world.store.untilDeliveries(1)
        #expect(await world.ledger.payments[payment.id]?.status == .succeeded)
        world.store.letGo()
        #expect(await sender.value == .notAccepted)
        #expect(await world.ledger.payments[payment.id]?.status == .succeeded)
    }

    @Test("A disagreement is stored, forwarded, told and shown, and no payment moves")
    func mismatch() async throws {
        let world = CallbackWorld()
        let payment = samplePayment()
        await world.ledger.put(payment)
        #expect(await world.receive("transactionId=TXN-1;externalId=INV-1;amount=1;status=SUCCESS") == .accepted)
        #expect(world.store.deliveries.count == 1)
        let kept = try await world.only()
        #expect(kept.mismatch)
        #expect(kept.payment == nil)
        let after = await world.ledger.payments[payment.id]
        #expect(after?.status == .pending)
        #expect(after?.transactionID == nil)
        #expect(after?.mismatch == true)
        #expect(
            world.events.all.contains {
                if case .mismatched(kept.id, let mismatch) = $0 {
                    mismatch.payment.id == payment.id && mismatch.disagreements == [.amount]
                } else {
                    false
                }
            })
    }

    @Test(
        "What names no payment of ours is stored and forwarded all the same",
        arguments: ["transactionId=TXN-9;amount=10000;status=SUCCESS", "amount=10000;status=SUCCESS", ""])
    func unmatched(text: String) async throws {
        let world = CallbackWorld()
        await world.ledger.put(samplePayment())
        #expect(await world.receive(text) == .accepted)
        let kept = try await world.only()
        #expect(kept.payment == nil)
        #expect(!kept.mismatch)
        #expect(world.store.deliveries.count == 1)
    }

    @Test("A payment of another merchant is never meant")
    func otherMerchantsPayment() async throws {
        let world = CallbackWorld([.sample: .merchant, .other: .merchant])
        let payment = samplePayment(merchant: .other)
        await world.ledger.put(payment)
        #expect(await world.receive("transactionId=TXN-1;externalId=INV-1;amount=10000;status=SUCCESS") == .accepted)
        #expect(await world.ledger.payments[payment.id] == payment)
    }
}
