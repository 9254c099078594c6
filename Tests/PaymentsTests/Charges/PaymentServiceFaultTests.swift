import PaymentsSupport
import Secrets
import TestSupport
import Testing

@testable import Payments

@Suite("Taking a payment when things fail")
struct PaymentServiceFaultTests {
    @Test(
        "When the intent cannot be recorded nothing is sent, and the caller is told so",
        arguments: [(LedgerError.unavailable("disk full"), UnavailableCause.ledger), (.overloaded, .overload), (.closed, .stopping)])
    func intentNotRecorded(error: LedgerError, cause: UnavailableCause) async {
        let harness = PaymentHarness(.redirect)
        await harness.ledger.fail(.admit, with: [error])
        let outcome = await harness.create()
        #expect(outcome.answer == .unavailable(cause) && outcome.payment == nil)
        #expect(outcome.answer.retryable && !outcome.answer.responseMessage.contains("disk"))
        #expect(harness.channel.attempts.isEmpty)
        #expect(harness.events.texts.contains { $0.hasPrefix("ledgerFailed") })
        #expect(await harness.create().answer.state == .success)
    }

    @Test("When the result cannot be recorded the caller gets the provider's answer, and it is recorded later")
    func resultNotRecorded() async throws {
        let clock = ManualClock()
        let harness = PaymentHarness([.init(outcome: .redirect)], clock: clock)
        let full = LedgerError.unavailable("disk full")
        await harness.ledger.fail(.update, with: [full, full])
        let outcome = await harness.create()
        #expect(outcome.answer.state == .success)
        #expect(outcome.payment?.status == .pending && outcome.payment?.redirectURL != nil)
        #expect(await harness.ledger.all.first?.status == .submitting)
        await clock.sleepBegan(1)
        // Meanwhile, and also when its deadline has passed, a repeat hears that the first is running: it is not sent again.
        #expect(await harness.create().answer.state == .conflict)
        clock.advance(by: .seconds(60))
        await clock.sleepBegan(2)
        #expect(await harness.create().answer.state == .conflict)
        let recorded = harness.events.first("ended")
        clock.advance(by: .seconds(1))
        await recorded.wait()
        #expect(await harness.ledger.all.first?.status == .pending)
        #expect(await harness.ledger.calls.filter { $0 == .update }.count == 3)
        #expect(harness.channel.attempts.count == 1)
    }

    @Test("A result that can never be recorded is given up after a bounded time, and the payment is settled later")
    func resultLost() async throws {
        let harness = PaymentHarness([.init(outcome: .approved)])
        await harness.ledger.fail(.update, with: Array(repeating: .unavailable("disk full"), count: 100))
        let lost = harness.events.first("resultLost")
        let outcome = await harness.create(.sample { $0.authentication = "DIRECT" })
        #expect(outcome.answer.state == .success && outcome.payment?.status == .succeeded)
        await lost.wait()
        // Once at first; then each time with and without the transaction.
        #expect(await harness.ledger.calls.filter { $0 == .update }.count == 1 + 2 * ResultRecorder.pauses.count)
        #expect(await harness.service.stop(within: .seconds(60)) == 0)
        #expect(try await harness.service.settleAbandoned() == 1)
        #expect(await harness.ledger.all.first?.status == .unknown)
    }

    @Test("A result whose transaction another payment bears is recorded without it")
    func transactionTaken() async throws {
        let harness = PaymentHarness([.init(outcome: .approved)])
        // With the id twice, then without.
        await harness.ledger.fail(.update, with: [.unavailable("constraint"), .unavailable("constraint")])
        let recorded = harness.events.first("transactionNotBound")
        let outcome = await harness.create(.sample { $0.authentication = "DIRECT" })
        #expect(outcome.answer.state == .success)
        await recorded.wait()
        let row = try #require(await harness.ledger.all.first)
        #expect(row.status == .succeeded && row.transactionID == nil && row.approvalCode == "A1")
    }

    @Test("A ledger that is closed is not asked again")
    func ledgerClosed() async {
        let harness = PaymentHarness([.init(outcome: .redirect)])
        await harness.ledger.fail(.update, with: [.unavailable("busy"), .closed, .closed])
        let lost = harness.events.first("resultLost")
        #expect(await harness.create().answer.state == .success)
        await lost.wait()
        #expect(await harness.ledger.calls.filter { $0 == .update }.count == 2)
    }

    @Test("A charge runs to its end when the client hangs up")
    func cancelledCaller() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([.init(outcome: .fault, after: release, reached: reached), .init(outcome: .redirect)])
        let task = Task { await harness.create() }
        await reached.wait()
        task.cancel()
        release.open()
        #expect(await task.value.answer.state == .success)
        #expect(harness.clock.pauses == [.milliseconds(200)])
        #expect(await harness.ledger.all.first?.status == .pending)
    }

    @Test("Above the bound on charges in flight a request is refused, and nothing was sent")
    func overload() async {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness(
            [.init(outcome: .redirect, after: release, reached: reached), .init(outcome: .redirect)], rules: PaymentRules(maximumInFlight: 1))
        let task = Task { await harness.create() }
        await reached.wait()
        let refused = await harness.create(.sample { $0.externalID = "INV-2" })
        #expect(refused.answer == .unavailable(.overload))
        #expect(harness.channel.attempts.count == 1)
        release.open()
        _ = await task.value
        #expect(await harness.create(.sample { $0.externalID = "INV-2" }).answer.state == .success)
    }

    @Test("A service that stops takes nothing on and waits for what is in flight")
    func stopping() async {
        let (reached, release) = (Gate(), Gate())
        let clock = ManualClock()
        let harness = PaymentHarness([.init(outcome: .redirect, after: release, reached: reached)], clock: clock)
        let task = Task { await harness.create() }
        await reached.wait()
        let stop = Task { await harness.service.stop(within: .seconds(20)) }
        await clock.sleepBegan(1)
        #expect(await harness.create(.sample { $0.externalID = "INV-2" }).answer == .unavailable(.stopping))
        release.open()
        #expect(await stop.value == 0)
        #expect(await task.value.answer.state == .success)
    }

    @Test("Stopping ends when its time is up, and tells how many charges have not ended")
    func stoppingInVain() async {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([.init(outcome: .redirect, after: release, reached: reached)])
        let task = Task { await harness.create() }
        await reached.wait()
        #expect(await harness.service.stop(within: .seconds(20)) == 1)
        release.open()
        _ = await task.value
    }

    @Test("At start-up every SUBMITTING row whose deadline has passed becomes UNKNOWN")
    func settlement() async throws {
        let request = try PaymentValidator(checksLuhn: true).request(.sample(), at: .sample)
        let rows = (1...3).map { number in
            Payment(
                request, id: .counted(UInt64(number)), merchant: .sample, fingerprint: [], deadline: .sample + .seconds(number - 2), at: .sample)
        }
        let harness = PaymentHarness([], ledger: MemoryPaymentLedger(rows))
        #expect(try await harness.service.payment(rows[0].id, of: .sample)?.status == .unknown)
        #expect(try await harness.service.payments(PaymentQuery(merchant: .sample)).items.map(\.status) == [.submitting, .unknown, .unknown])
        #expect(try await harness.service.settleAbandoned() == 2)
        #expect(await harness.ledger.all.map(\.status) == [.unknown, .unknown, .submitting])
        #expect(await harness.ledger.all[0].outcomeInDoubt)
        #expect(harness.events.texts == ["settledAbandoned(2)"])
    }

    @Test("What this process is still charging is not settled, however late it is")
    func noSettlementInFlight() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([.init(outcome: .redirect, after: release, reached: reached)])
        let task = Task { await harness.create() }
        await reached.wait()
        harness.clock.advance(by: .seconds(60))
        _ = try await harness.service.settleAbandoned()
        #expect(await harness.ledger.all.first?.status == .submitting)
        #expect(try await harness.service.payment(.counted(1), of: .sample)?.status == .submitting)
        #expect(await harness.create().answer.state == .conflict)
        release.open()
        #expect(await task.value.payment?.status == .pending)
    }

    @Test("Of many equal requests at once one is charged; the rest conflict or get its outcome")
    func simultaneous() async {
        let harness = PaymentHarness(.redirect)
        let outcomes = await withTaskGroup(of: PaymentOutcome.self) { group in
            for _ in 0..<50 { group.addTask { await harness.create() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(harness.channel.attempts.count == 1)
        #expect(outcomes.filter { $0.answer.state == .success && !$0.isRepeat }.count == 1)
        #expect(outcomes.allSatisfy { $0.answer.state == .conflict || $0.answer.state == .success })
    }
}

@Suite("Gate")
struct ChargeGateTests {
    @Test("Waiting for the last place ends when the waiter is cancelled")
    func cancelledWait() async {
        let gate = ChargeGate(maximum: 1)
        #expect(gate.enter() == nil)
        let waiter = Task { await gate.emptied() }
        waiter.cancel()
        await waiter.value
        #expect(gate.inFlight == 1)
    }

    @Test("Several waiters are let go together, and an empty gate holds nobody up")
    func waiters() async {
        let gate = ChargeGate(maximum: 2)
        await gate.emptied()
        #expect(gate.enter() == nil)
        gate.stay()
        async let one: Void = gate.emptied()
        async let other: Void = gate.emptied()
        gate.leave()
        gate.leave()
        _ = await (one, other)
        #expect(gate.inFlight == 0)
    }
}
