import PaymentsSupport
import Secrets
import TestSupport
import Testing

@testable import Payments

/// A ledger that fails, and more callbacks than can be handled.
@Suite(.timeLimit(.minutes(1))) struct CallbackTroubleTests {
    private static let full = LedgerError.unavailable("ledger.db: no room left")
    private static let later = CallbackOutcome.unavailable(retryAfter: .seconds(5))

    // MARK: Ledger

    @Test("What cannot be committed is never accepted nor forwarded", arguments: [AcknowledgeMode.merchant, .stored])
    func receiveFails(mode: AcknowledgeMode) async {
        let world = CallbackWorld([.sample: mode])
        await world.ledger.fail(.receive, with: Self.full)
        #expect(await world.receive() == Self.later)
        #expect(world.store.deliveries.isEmpty)
        #expect(
            world.events.all.contains { if case .ledgerFailed(Self.full, during: .receiving) = $0 { true } else { false } })
        await world.ledger.recover()
        #expect(await world.receive() == .accepted)
    }

    @Test("With no address, too")
    func receiveFailsWithoutAddress() async {
        let world = CallbackWorld()
        world.store.takeAddress()
        await world.ledger.fail(.receive, with: .overloaded)
        #expect(await world.receive() == Self.later)
    }

    @Test("An attempt that cannot be begun on record is not made")
    func beginFails() async throws {
        let world = CallbackWorld()
        world.store.answer(.answered(status: 500))
        await world.receive()
        await world.ledger.fail(.update, with: Self.full)
        world.store.answer(.answered(status: 200))
        #expect(await world.receive() == Self.later)
        #expect(world.store.deliveries.count == 1)
        await world.ledger.recover()
        #expect(await world.receive() == .accepted)
    }

    @Test("An outcome that cannot be recorded is not told; it is recorded when the ledger can, without another forward")
    func recordFails() async throws {
        let world = CallbackWorld()
        await world.ledger.fail(.record, with: Self.full)
        #expect(await world.receive() == Self.later)
        #expect(await world.receive() == Self.later)
        #expect(world.store.deliveries.count == 1)
        await world.clock.untilSomethingSleeps(for: .seconds(1))
        await world.ledger.recover()
        world.clock.advance(by: .seconds(1))
        await world.events.untilAttempts(1)
        await world.service.flights.untilEmpty()
        #expect(await world.receive() == .accepted)
        #expect(world.store.deliveries.count == 1)
        #expect(try await world.delivery().status == .delivered)
    }

    @Test("An outcome that never could be recorded is lost with the process, so the next start delivers again under the same number")
    func recordFailsUntilTheEnd() async throws {
        let world = CallbackWorld()
        await world.ledger.fail(.record, with: Self.full)
        #expect(await world.receive() == Self.later)
        await world.service.stop(within: .seconds(1))
        await world.ledger.recover()
        let second = world.successor()
        try await second.start()
        await world.events.untilAttempts(1)
        #expect(world.store.deliveries.map(\.number) == [1, 1])
        #expect(try await world.delivery().status == .delivered)
        await second.stop(within: .seconds(1))
    }

    @Test("A callback that was committed though nobody answered so is a repeat when it comes again, and is forwarded then")
    func receiveUnanswered() async throws {
        let world = CallbackWorld()
        await world.ledger.leaveUnanswered(.receive)
        #expect(await world.receive() == Self.later)
        await world.ledger.recover()
        #expect(await world.receive() == .accepted)
        #expect(world.store.deliveries.map(\.number) == [1])
        #expect(try await world.delivery().isRunning == false)
    }

    @Test("An attempt that was claimed though nobody answered so is given up, and is due at once: it is not left to the next start")
    func claimUnanswered() async throws {
        let world = CallbackWorld()
        world.store.answer(.answered(status: 500))
        await world.receive()
        await world.ledger.leaveUnanswered(.update)
        #expect(await world.receive() == Self.later)
        #expect(try await world.delivery().isRunning)
        await world.clock.untilSomethingSleeps(for: .seconds(1))
        await world.ledger.recover()
        world.clock.advance(by: .seconds(1))
        await world.service.flights.untilEmpty()
        #expect(try await !world.delivery().isRunning)
        #expect(try await world.delivery().dueAt == world.clock.now())
        #expect(world.store.deliveries.count == 1)
    }

    @Test("An attempt that was recorded though nobody answered so is on record once")
    func recordUnanswered() async throws {
        let world = CallbackWorld()
        await world.ledger.leaveUnanswered(.record)
        #expect(await world.receive() == Self.later)
        await world.clock.untilSomethingSleeps(for: .seconds(1))
        await world.ledger.recover()
        world.clock.advance(by: .seconds(1))
        await world.service.flights.untilEmpty()
        #expect(try await world.delivery().attemptsMade == 1)
        #expect(await world.receive() == .accepted)
        #expect(world.store.deliveries.count == 1)
    }

    @Test("The scheduler outlives a ledger that fails")
    func schedulerOutlives() async throws {
        let world = CallbackWorld([.sample: .stored])
        world.store.answer(.answered(status: 500))
        try await world.service.start()
        await world.receive()
        await world.events.untilAttempts(1)
        await world.clock.untilSomethingSleeps(for: .seconds(5))
        await world.ledger.fail(.due)
        world.clock.advance(by: .seconds(5))
        await world.clock.untilSomethingSleeps(for: .seconds(1))
        await world.ledger.recover()
        world.clock.advance(by: .seconds(1))
        await world.events.untilAttempts(2)
        await world.service.stop(within: .seconds(1))
    }

    @Test("A ledger that cannot be written is tried once a pause, not in a loop")
    func schedulerRests() async throws {
        let world = CallbackWorld([.sample: .stored])
        world.store.answer(.answered(status: 500))
        try await world.service.start()
        for number in 1...10 { await world.receive("transactionId=\(number)") }
        await world.events.untilAttempts(10)
        await world.clock.untilSomethingSleeps(for: .seconds(5))
        await world.ledger.fail(.update)
        world.clock.advance(by: .seconds(5))
        await world.clock.untilSomethingSleeps(for: .seconds(1))
        await world.service.flights.untilEmpty()
        let failures = world.events.all.count {
            if case .ledgerFailed(_, during: .beginningAttempt) = $0 { true } else { false }
        }
        // One round of the ten, and what was started again before the first of them had failed.
        #expect((1...20).contains(failures))
        await world.ledger.recover()
        world.clock.advance(by: .seconds(1))
        await world.events.untilAttempts(20)
        #expect(world.store.deliveries.count == 20)
        await world.service.stop(within: .seconds(1))
    }

    // MARK: Overload

    @Test("More callbacks than the bound are turned away, and taken again when there is room")
    func bound() async {
        let world = CallbackWorld { $0.maximumHandled = 2 }
        world.store.hold()
        await withTaskGroup(of: CallbackOutcome.self) { group in
            for number in 1...2 { group.addTask { await world.receive("transactionId=\(number)") } }
            await world.store.untilDeliveries(2)
            #expect(await world.receive("transactionId=3") == Self.later)
            world.store.letGo()
            for await outcome in group { #expect(outcome == .accepted) }
        }
        #expect(await world.receive("transactionId=3") == .accepted)
    }

    @Test("What is turned away is told of where its sender's work is known, and only to an observer that wants to hear of it")
    func reporting() async {
        let world = CallbackWorld { $0.maximumHandled = 1 }
        func scopes(of text: String) -> Int {
            var scopes = 0
            _ = world.service.receive(body: SecretBytes(utf8: text), at: .bare) { report in
                scopes += 1
                let before = world.events.all.count
                report()
                #expect(world.events.all.count == before + 1)
            }
            return scopes
        }
        let bodies = ["broken", "forged", "transactionId=1"]
        #expect(bodies.map(scopes) == [1, 1, 0])
        world.store.hold()
        async let held = world.receive("transactionId=2")
        await world.store.untilDeliveries(1)
        #expect(bodies.map(scopes) == [1, 1, 1])
        world.events.isListening.withLock { $0 = false }
        #expect(bodies.map(scopes) == [0, 0, 0])
        world.store.letGo()
        #expect(await held == .accepted)
        #expect(bodies.map(scopes) == [0, 0, 0])
        #expect(world.events.all.count { if case .overloaded = $0 { true } else { false } } == 3)
        world.events.isListening.withLock { $0 = true }
        await world.service.stop(within: .seconds(1))
        #expect(bodies.map(scopes) == [0, 0, 0])
    }

    @Test("With room for none, none is taken")
    func noRoom() async {
        let world = CallbackWorld { $0.maximumHandled = 0 }
        #expect(await world.receive() == Self.later)
        #expect(await world.receive("forged") == Self.later)
    }

    @Test("A merchant store that hangs does not starve another merchant's")
    func starvation() async {
        let world = CallbackWorld([.sample: .merchant, .other: .merchant]) {
            $0.deliveries.total = 8
            $0.deliveries.perMerchant = 2
        }
        world.store.hold(.sample)
        await withTaskGroup(of: CallbackOutcome.self) { group in
            for number in 1...20 { group.addTask { await world.receive("transactionId=\(number)") } }
            await world.events.untilReceived(20)
            await world.store.untilDeliveries(2)
            group.addTask { await world.receive("transactionId=1;merchant=\(MerchantID.other)") }
            await world.store.untilDelivery(to: .other)
            #expect(world.store.deliveries.count { $0.merchant == .other } == 1)
            #expect(world.store.deliveries.count { $0.merchant == .sample } == 2)
            world.store.letGo(.sample)
            for await outcome in group { #expect(outcome == .accepted) }
        }
        #expect(world.store.deliveries.count == 21)
    }

    @Test("Who waits too long for a turn is told to come again; the scheduler makes the attempt when a turn comes free")
    func turnTooLate() async throws {
        let world = CallbackWorld { $0.deliveries.total = 1 }
        try await world.service.start()
        world.store.hold()
        let first = Task { await world.receive("transactionId=1") }
        await world.store.untilDeliveries(1)
        let second = Task { await world.receive("transactionId=2") }
        await world.events.untilReceived(2)
        await world.clock.untilSomethingSleeps(for: .seconds(10))
        world.clock.advance(by: .seconds(10))
        #expect(await second.value == Self.later)
        world.store.letGo()
        #expect(await first.value == .accepted)
        await world.events.untilAttempts(2)
        #expect(await world.ledger.callbacks.allSatisfy { $0.delivery.status == .delivered })
        await world.service.stop(within: .seconds(1))
    }

    @Test("A repeat of a delivered callback needs no turn")
    func deliveredNeedsNoTurn() async {
        let world = CallbackWorld { $0.deliveries.total = 1 }
        #expect(await world.receive("transactionId=1") == .accepted)
        world.store.hold()
        let answered = Watched(0)
        await withTaskGroup(of: Void.self) { group in
            for number in [2, 1] {
                group.addTask {
                    #expect(await world.receive("transactionId=\(number)") == .accepted)
                    answered.withLock { $0 += 1 }
                }
                await world.store.untilDeliveries(2)
            }
            await answered.until { $0 == 1 }
            #expect(world.events.all.count { if case .attempted = $0 { true } else { false } } == 1)
            world.store.letGo()
        }
        #expect(world.store.deliveries.count == 2)
    }

    @Test("In mode stored nobody waits for a turn, and every callback is delivered all the same")
    func storedBacklog() async throws {
        let world = CallbackWorld([.sample: .stored]) { $0.deliveries.total = 2 }
        try await world.service.start()
        world.store.hold()
        for number in 1...50 { #expect(await world.receive("transactionId=\(number)") == .accepted) }
        #expect(world.store.deliveries.count <= 2)
        world.store.letGo()
        await world.events.untilAttempts(50)
        #expect(world.store.deliveries.count == 50)
        #expect(await world.ledger.callbacks.allSatisfy { $0.delivery.status == .delivered })
        await world.service.stop(within: .seconds(1))
    }
}
