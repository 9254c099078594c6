import PaymentsSupport
import Testing

@testable import Payments

/// Contract, section 4: listing, showing and redelivering.
@Suite(.timeLimit(.minutes(1))) struct CallbackOperatorTests {
    /// A world with one dead letter.
    private func withDead() async throws -> CallbackWorld {
        let world = CallbackWorld([.sample: .merchant, .other: .merchant])
        world.store.answer(.answered(status: 500))
        for wait in [0, 5, 30, 300] {
            world.clock.advance(by: .seconds(wait))
            await world.receive()
        }
        try #require(try await world.delivery().status == .dead)
        return world
    }

    @Test("A redelivery attempts now and answers how it ended")
    func redeliver() async throws {
        let world = try await withDead()
        let id = try await world.only().id
        #expect(await world.service.redeliver(id, of: .sample) == .notAccepted)
        world.store.answer(.answered(status: 200))
        #expect(await world.service.redeliver(id, of: .sample) == .accepted)
        try await world.expect(.delivered, slots: 4, next: nil, attempts: 6, since: world.clock.now())
    }

    @Test("A delivered callback is sent again, and stays delivered when that fails")
    func redeliverDelivered() async throws {
        let world = CallbackWorld()
        await world.receive()
        let id = try await world.only().id
        world.store.answer(.failed(reason: "connection refused"))
        #expect(await world.service.redeliver(id, of: .sample) == .notAccepted)
        #expect(world.store.deliveries.map(\.number) == [1, 2])
        #expect(try await world.delivery().status == .delivered)
        #expect(await world.receive() == .accepted)
    }

    @Test("While an attempt runs a redelivery conflicts")
    func conflict() async throws {
        let world = CallbackWorld()
        world.store.hold()
        let sender = Task { await world.receive() }
        await world.store.untilDeliveries(1)
        #expect(await world.service.redeliver(try await world.only().id, of: .sample) == .conflict)
        world.store.letGo()
        #expect(await sender.value == .accepted)
    }

    @Test("A repeat that comes while a redelivery runs waits for its outcome")
    func repeatJoinsRedelivery() async throws {
        let world = try await withDead()
        let id = try await world.only().id
        world.store.answer(.answered(status: 200))
        world.store.hold()
        let operation = Task { await world.service.redeliver(id, of: .sample) }
        await world.store.untilDeliveries(5)
        let sender = Task { await world.receive() }
        world.store.letGo()
        #expect(await operation.value == .accepted)
        #expect(await sender.value == .accepted)
        #expect(world.store.deliveries.count == 5)
    }

    @Test("A repeat of a delivered callback is accepted even while its redelivery fails")
    func repeatJoinsFailingRedelivery() async throws {
        let world = CallbackWorld()
        await world.receive()
        let id = try await world.only().id
        world.store.answer(.answered(status: 500))
        world.store.hold()
        let operation = Task { await world.service.redeliver(id, of: .sample) }
        await world.store.untilDeliveries(2)
        let sender = Task { await world.receive() }
        world.store.letGo()
        #expect(await operation.value == .notAccepted)
        #expect(await sender.value == .accepted)
    }

    @Test("A merchant finds only its own callbacks")
    func ownOnly() async throws {
        let world = try await withDead()
        let id = try await world.only().id
        #expect(await world.service.redeliver(id, of: .other) == .notFound)
        #expect(try await world.service.show(id, of: .other) == nil)
        #expect(try await world.service.list(CallbackQuery(merchant: .other)).items.isEmpty)
        let record = try #require(try await world.service.show(id, of: .sample))
        #expect(record.callback.id == id)
        #expect(record.attempts.map(\.number) == [1, 2, 3, 4])
        #expect(try await world.service.list(CallbackQuery(merchant: .sample)).items.map(\.id) == [id])
    }

    @Test("All dead letters of a merchant are sent again by the scheduler")
    func redeliverDead() async throws {
        let world = try await withDead()
        try await world.service.start()
        world.store.answer(.answered(status: 200))
        #expect(try await world.service.redeliverDead(of: .other) == 0)
        #expect(try await world.service.redeliverDead(of: .sample) == 1)
        await world.events.untilAttempts(5)
        #expect(try await world.delivery().status == .delivered)
        #expect(try await world.service.redeliverDead(of: .sample) == 0)
        await world.service.stop(within: .seconds(1))
    }

    @Test("A ledger that fails makes a redelivery unavailable")
    func ledgerFails() async throws {
        let world = try await withDead()
        let id = try await world.only().id
        await world.ledger.fail(.read)
        #expect(await world.service.redeliver(id, of: .sample) == .unavailable(retryAfter: .seconds(5)))
        await world.ledger.recover()
        await world.ledger.fail(.update)
        #expect(await world.service.redeliver(id, of: .sample) == .unavailable(retryAfter: .seconds(5)))
        #expect(world.store.deliveries.count == 4)
    }

    @Test("What was pending when the merchant's address was taken away is accepted: the ledger itself has it")
    func addressTakenAway() async throws {
        let world = CallbackWorld([.sample: .stored])
        world.store.answer(.answered(status: 500))
        await world.receive()
        await world.events.untilAttempts(1)
        world.store.takeAddress()
        await world.service.flights.untilEmpty()
        #expect(await world.service.redeliver(try await world.only().id, of: .sample) == .accepted)
        #expect(try await world.delivery().status == .delivered)
        #expect(world.store.deliveries.count == 1)
    }
}
