import Testing

@testable import Payments

/// The delivery's table of transitions, as a pure value.
@Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    static let start = Timestamp(milliseconds: 1_800_000_000_000)
    static let merchantMode = RetryPolicy(schedule: .standard, grace: .seconds(15))
    static let storedMode = RetryPolicy(schedule: .standard, grace: .zero)

    private func at(_ seconds: Int) -> Timestamp { Self.start + .seconds(seconds) }

    /// Pending after the first attempt failed at second 0: the next is scheduled for second 5.
    private func failedOnce(_ policy: RetryPolicy = merchantMode) -> Delivery {
        var delivery = Delivery.begun
        delivery.end(accepted: false, at: at(0), policy: policy)
        return delivery
    }

    private func begin(
        _ delivery: inout Delivery, _ occasion: Delivery.Occasion, at moment: Timestamp, isReason: Bool = true,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let begun = delivery.begin(occasion, at: moment)
        #expect(begun == isReason, sourceLocation: location)
    }

    @Test("Four failures in the schedule, each wait counted from the end of the attempt before, make a dead letter")
    func schedule() {
        var delivery = Delivery.begun
        var end = at(0)
        for (slot, wait) in [5, 30, 300].enumerated() {
            delivery.end(accepted: false, at: end, policy: Self.storedMode)
            #expect(delivery.status == .pending)
            #expect(delivery.slotsUsed == slot + 1)
            #expect(delivery.nextAttemptAt == end + .seconds(wait))
            #expect(delivery.dueAt == end + .seconds(wait))
            let due = end + .seconds(wait)
            begin(&delivery, .schedule, at: due)
            end = due + .seconds(7)
        }
        delivery.end(accepted: false, at: end, policy: Self.storedMode)
        #expect(
            delivery == Delivery(status: .dead, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 4, isRunning: false))
    }

    @Test("Success on any attempt ends it", arguments: 1...4)
    func success(onAttempt number: Int) {
        var delivery = Delivery.begun
        for _ in 1..<number {
            delivery.end(accepted: false, at: at(0), policy: Self.storedMode)
            begin(&delivery, .schedule, at: at(1000))
        }
        delivery.end(accepted: true, at: at(1000), policy: Self.storedMode)
        #expect(
            delivery
                == Delivery(status: .delivered, slotsUsed: number, nextAttemptAt: nil, dueAt: nil, attemptsMade: number, isRunning: false))
    }

    @Test("While the provider's repeat is waited for, the gateway acts only after the grace")
    func grace() {
        var delivery = failedOnce()
        #expect(delivery.nextAttemptAt == at(5))
        #expect(delivery.dueAt == at(20))
        begin(&delivery, .schedule, at: at(19), isReason: false)
        #expect(delivery == failedOnce())
        begin(&delivery, .schedule, at: at(20))
    }

    @Test("A repeat from the scheduled time on takes that attempt's place", arguments: [5, 6, 19])
    func repeatInPlace(second: Int) {
        var delivery = failedOnce()
        begin(&delivery, .arrival, at: at(second))
        delivery.end(accepted: false, at: at(second + 1), policy: Self.merchantMode)
        #expect(delivery.slotsUsed == 2)
        #expect(delivery.nextAttemptAt == at(second + 31))
    }

    @Test("Repeats before the scheduled time never use the schedule up nor move it")
    func earlyRepeats() {
        var delivery = failedOnce()
        for number in 2...50 {
            begin(&delivery, .arrival, at: at(4))
            delivery.end(accepted: false, at: at(4), policy: Self.merchantMode)
            #expect(delivery.attemptsMade == number)
            #expect(delivery.slotsUsed == 1)
            #expect(delivery.nextAttemptAt == at(5))
            #expect(delivery.dueAt == at(20))
            #expect(delivery.status == .pending)
        }
    }

    @Test("An early repeat that still runs at the scheduled time does not take its place")
    func earlyRepeatRunningLong() {
        var delivery = failedOnce()
        begin(&delivery, .arrival, at: at(4))
        delivery.end(accepted: false, at: at(14), policy: Self.merchantMode)
        #expect(delivery.slotsUsed == 1)
        #expect(delivery.nextAttemptAt == at(5))
    }

    @Test("A dead letter is attempted again on a repeat and on demand; failing it stays dead", arguments: [Delivery.Occasion.arrival, .redelivery])
    func dead(occasion: Delivery.Occasion) {
        let dead = Delivery(status: .dead, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 4, isRunning: false)
        var delivery = dead
        begin(&delivery, occasion, at: at(0))
        delivery.end(accepted: false, at: at(1), policy: Self.merchantMode)
        #expect(delivery == Delivery(status: .dead, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 5, isRunning: false))
        begin(&delivery, occasion, at: at(2))
        delivery.end(accepted: true, at: at(3), policy: Self.merchantMode)
        #expect(delivery == Delivery(status: .delivered, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 6, isRunning: false))
    }

    @Test("A delivered callback is not attempted on a repeat, but on demand; whatever comes of it, it stays delivered", arguments: [true, false])
    func delivered(accepted: Bool) {
        var delivery = Delivery.begun
        delivery.end(accepted: true, at: at(0), policy: Self.merchantMode)
        let before = delivery
        begin(&delivery, .arrival, at: at(1), isReason: false)
        begin(&delivery, .schedule, at: at(1), isReason: false)
        #expect(delivery == before)
        begin(&delivery, .redelivery, at: at(1))
        delivery.end(accepted: accepted, at: at(2), policy: Self.merchantMode)
        #expect(delivery == Delivery(status: .delivered, slotsUsed: 1, nextAttemptAt: nil, dueAt: nil, attemptsMade: 2, isRunning: false))
    }

    @Test("A first attempt that was cut short is due at once, under its number and in its place")
    func interruptedFirst() {
        var delivery = Delivery.begun
        #expect(delivery.nextNumber == 1)
        delivery.interrupt(at: at(100))
        #expect(delivery.dueAt == at(100))
        #expect(delivery.nextNumber == 1)
        begin(&delivery, .schedule, at: at(100))
        delivery.end(accepted: false, at: at(101), policy: Self.storedMode)
        #expect(delivery.slotsUsed == 1)
        #expect(delivery.nextAttemptAt == at(106))
    }

    @Test("An early repeat that was cut short is due at once and still stands outside the schedule")
    func interruptedEarlyRepeat() {
        var delivery = failedOnce()
        begin(&delivery, .arrival, at: at(1))
        delivery.interrupt(at: at(2))
        #expect(delivery.dueAt == at(2))
        begin(&delivery, .schedule, at: at(2))
        delivery.end(accepted: false, at: at(3), policy: Self.merchantMode)
        #expect(delivery.slotsUsed == 1)
        #expect(delivery.nextAttemptAt == at(5))
        #expect(delivery.dueAt == at(20))
        #expect(delivery.attemptsMade == 2)
    }

    @Test("A redelivery that was cut short is due at once and leaves the status", arguments: [DeliveryStatus.dead, .delivered])
    func interruptedRedelivery(status: DeliveryStatus) {
        var delivery = Delivery(status: status, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 4, isRunning: false)
        begin(&delivery, .redelivery, at: at(0))
        delivery.interrupt(at: at(9))
        #expect(delivery == Delivery(status: status, slotsUsed: 4, nextAttemptAt: nil, dueAt: at(9), attemptsMade: 4, isRunning: false))
        begin(&delivery, .schedule, at: at(9))
    }

    @Test("What does not run cannot be interrupted, and what runs needs no asking")
    func idleAndRunning() {
        var idle = failedOnce()
        idle.interrupt(at: at(1))
        #expect(idle == failedOnce())
        var running = Delivery.begun
        running.ask(at: at(1))
        #expect(running == .begun)
    }

    @Test("An attempt that is asked for is due at once")
    func asked() {
        var delivery = Delivery(status: .dead, slotsUsed: 4, nextAttemptAt: nil, dueAt: nil, attemptsMade: 4, isRunning: false)
        delivery.ask(at: at(7))
        #expect(delivery.dueAt == at(7))
        #expect(delivery.status == .dead)
        #expect(delivery.nextAttemptAt == nil)
    }

    @Test("A callback that waits for its turn is due from the start, without grace")
    func waiting() {
        var delivery = Delivery.waiting(since: at(0))
        #expect(delivery.dueAt == at(0))
        begin(&delivery, .arrival, at: at(3))
        delivery.end(accepted: false, at: at(4), policy: Self.merchantMode)
        #expect(delivery.slotsUsed == 1)
        #expect(delivery.nextAttemptAt == at(9))
    }

    @Test("Without an address any more, nothing is left to attempt")
    func accepts() {
        var delivery = failedOnce()
        delivery.accept()
        #expect(delivery == Delivery(status: .delivered, slotsUsed: 1, nextAttemptAt: nil, dueAt: nil, attemptsMade: 1, isRunning: false))
    }
}
