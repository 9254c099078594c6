import PaymentsSupport
import Testing

@testable import Payments

/// Contract, section 4, "Retries", through the service with a clock moved by hand.
@Suite(.timeLimit(.minutes(1))) struct CallbackRetryTests {
    /// A world whose scheduler runs and whose merchant store refuses.
    private func refusing(_ mode: AcknowledgeMode) async throws -> CallbackWorld {
        let world = CallbackWorld([.sample: mode])
        world.store.answer(.answered(status: 503))
        try await world.service.start()
        return world
    }

    @Test("Mode stored: the gateway makes one attempt and three more, then it is a dead letter")
    func storedSchedule() async throws {
        let world = try await refusing(.stored)
        let start = world.clock.now()
        #expect(await world.receive() == .accepted)
        await world.events.untilAttempts(1)
        var passed = Duration.zero
        for (made, wait) in [Duration.seconds(5), .seconds(30), .seconds(300)].enumerated() {
            passed += wait
            try await world.expect(.pending, slots: made + 1, next: passed, attempts: made + 1, since: start)
            await world.clock.untilSomethingSleeps(for: min(wait, .seconds(60)))
            world.clock.advance(by: wait)
            await world.events.untilAttempts(made + 2)
        }
        try await world.expect(.dead, slots: 4, next: nil, attempts: 4, since: start)
        #expect(try await world.attempts().map(\.at) == [start, start + .seconds(5), start + .seconds(35), start + .seconds(335)])
        #expect(world.store.deliveries.map(\.number) == [1, 2, 3, 4])
        #expect(Set(world.store.deliveries.map(\.callback)).count == 1)
        await world.service.stop(within: .seconds(1))
    }

    @Test("Each wait counts from the end of the attempt before")
    func waitsFromTheEnd() async throws {
        let world = try await refusing(.stored)
        let start = world.clock.now()
        world.store.take(.seconds(9))
        await world.receive()
        await world.events.untilAttempts(1)
        try await world.expect(.pending, slots: 1, next: .seconds(14), attempts: 1, since: start)
        #expect(try await world.attempts()[0].durationMilliseconds == 9000)
        await world.service.stop(within: .seconds(1))
    }

    @Test("Mode merchant: the provider's repeat at the scheduled time is the attempt")
    func repeatIsTheAttempt() async throws {
        let world = try await refusing(.merchant)
        let start = world.clock.now()
        #expect(await world.receive() == .notAccepted)
        world.clock.advance(by: .seconds(5))
        #expect(await world.receive() == .notAccepted)
        try await world.expect(.pending, slots: 2, next: .seconds(35), attempts: 2, since: start)
        world.clock.advance(by: .seconds(30))
        #expect(await world.receive() == .notAccepted)
        world.clock.advance(by: .seconds(300))
        #expect(await world.receive() == .notAccepted)
        try await world.expect(.dead, slots: 4, next: nil, attempts: 4, since: start)
        #expect(world.store.deliveries.count == 4)
        await world.service.stop(within: .seconds(1))
    }

    @Test("Mode merchant: if the repeat has not come 15 s after its time, the gateway makes the attempt")
    func repeatIsMissing() async throws {
        let world = try await refusing(.merchant)
        let start = world.clock.now()
        #expect(await world.receive() == .notAccepted)
        await world.clock.untilSomethingSleeps(for: .seconds(20))
        world.clock.advance(by: .milliseconds(19_999))
        #expect(world.store.deliveries.count == 1)
        world.store.answer(.answered(status: 200))
        await world.clock.untilSomethingSleeps(for: .milliseconds(1))
        world.clock.advance(by: .milliseconds(1))
        await world.events.untilAttempts(2)
        try await world.expect(.delivered, slots: 2, next: nil, attempts: 2, since: start)
        #expect(try await world.attempts()[1].at == start + .seconds(20))
        await world.service.stop(within: .seconds(1))
    }

    @Test("Early repeats make an attempt at once and never use the schedule up", arguments: [AcknowledgeMode.merchant, .stored])
    func earlyRepeats(mode: AcknowledgeMode) async throws {
        let world = try await refusing(mode)
        let start = world.clock.now()
        for number in 1...6 {
            await world.receive()
            await world.events.untilAttempts(number)
            await world.service.flights.untilEmpty()
        }
        try await world.expect(.pending, slots: 1, next: .seconds(5), attempts: 6, since: start)
        world.store.answer(.answered(status: 200))
        #expect(await world.receive() == .accepted)
        await world.events.untilAttempts(7)
        try await world.expect(.delivered, slots: 1, next: nil, attempts: 7, since: start)
        await world.service.stop(within: .seconds(1))
    }

    @Test("A repeat of a dead letter makes an attempt at once", arguments: [200, 500])
    func repeatOfDead(status: Int) async throws {
        let world = CallbackWorld()
        world.store.answer(.answered(status: 500))
        for wait in [0, 5, 30, 300] {
            world.clock.advance(by: .seconds(wait))
            await world.receive()
        }
        #expect(try await world.delivery().status == .dead)
        world.store.answer(.answered(status: status))
        #expect(await world.receive() == (status == 200 ? .accepted : .notAccepted))
        try await world.expect(status == 200 ? .delivered : .dead, slots: 4, next: nil, attempts: 5, since: world.clock.now())
    }

    @Test("Two callbacks keep two schedules, and the earlier wakes the scheduler from the later's sleep")
    func twoSchedules() async throws {
        let world = try await refusing(.stored)
        await world.receive("transactionId=TXN-1")
        await world.events.untilAttempts(1)
        await world.clock.untilSomethingSleeps(for: .seconds(5))
        world.clock.advance(by: .seconds(5))
        await world.events.untilAttempts(2)
        // TXN-1 comes next in 30 s, TXN-2 in 5 s.
        await world.clock.untilSomethingSleeps(for: .seconds(30))
        await world.receive("transactionId=TXN-2")
        await world.events.untilAttempts(3)
        await world.clock.untilSomethingSleeps(for: .seconds(5))
        world.clock.advance(by: .seconds(5))
        await world.events.untilAttempts(4)
        #expect(world.store.deliveries[2].callback == world.store.deliveries[3].callback)
        await world.service.stop(within: .seconds(1))
    }

    // MARK: Restarts

    @Test("The schedule survives a restart: what came due meanwhile is made at once, what did not at its time")
    func restart() async throws {
        let world = try await refusing(.stored)
        let start = world.clock.now()
        await world.receive()
        await world.events.untilAttempts(1)
        await world.service.stop(within: .seconds(1))
        let second = world.successor([.sample: .stored])
        try await second.start()
        await world.clock.untilSomethingSleeps(for: .seconds(5))
        #expect(world.store.deliveries.count == 1)
        await second.stop(within: .seconds(1))
        world.clock.advance(by: .seconds(100))
        let third = world.successor([.sample: .stored])
        try await third.start()
        await world.events.untilAttempts(2)
        try await world.expect(.pending, slots: 2, next: .seconds(130), attempts: 2, since: start)
        await third.stop(within: .seconds(1))
    }

    @Test(
        "An attempt that a crash cut short is made again at start-up, at once and under its number", arguments: [AcknowledgeMode.merchant, .stored])
    func crash(mode: AcknowledgeMode) async throws {
        let world = CallbackWorld([.sample: mode])
        world.store.hold()
        // The first process dies while the merchant store has not answered.
        let sender = Task { await world.receive() }
        await world.store.untilDeliveries(1)
        #expect(try await world.delivery().isRunning)
        let second = world.successor([.sample: mode])
        try await second.start()
        await world.store.untilDeliveries(2)
        #expect(world.store.deliveries.map(\.number) == [1, 1])
        #expect(
            world.events.all.contains { if case .resumed(count: 1) = $0 { true } else { false } })
        world.store.letGo()
        _ = await sender.value
        await second.stop(within: .seconds(1))
    }

    @Test("A stop waits for deliveries under way, and takes nothing new")
    func stopWaits() async throws {
        let world = try await refusing(.merchant)
        world.store.answer(.answered(status: 200))
        world.store.hold()
        let sender = Task { await world.receive() }
        await world.store.untilDeliveries(1)
        let stopping = Task { await world.service.stop(within: .seconds(20)) }
        await world.clock.untilSomethingSleeps(for: .seconds(20))
        #expect(await world.receive("transactionId=TXN-2") == .unavailable(retryAfter: .seconds(5)))
        // Nobody need be warned of what was asked for.
        #expect(!world.events.all.contains { if case .overloaded = $0 { true } else { false } })
        world.store.letGo()
        await stopping.value
        #expect(await sender.value == .accepted)
        #expect(try await world.delivery().status == .delivered)
    }

    @Test("What a stop's deadline cuts short was not made: the next start makes it under its number")
    func stopCutsShort() async throws {
        let world = try await refusing(.merchant)
        world.store.hold()
        let sender = Task { await world.receive() }
        await world.store.untilDeliveries(1)
        let stopping = Task { await world.service.stop(within: .seconds(20)) }
        await world.clock.untilSomethingSleeps(for: .seconds(20))
        world.clock.advance(by: .seconds(20))
        await stopping.value
        #expect(await sender.value == .unavailable(retryAfter: .seconds(5)))
        #expect(try await world.delivery().isRunning)
        #expect(try await world.attempts().isEmpty)
        world.store.letGo()
        world.store.answer(.answered(status: 200))
        let second = world.successor()
        try await second.start()
        await world.events.untilAttempts(1)
        #expect(world.store.deliveries.map(\.number) == [1, 1])
        #expect(try await world.delivery().status == .delivered)
        await second.stop(within: .seconds(1))
    }
}
