import PaymentsSupport
import Secrets
import TestSupport
import Testing

@testable import Payments

/// A payment that waits for a card at a terminal.
@Suite("A tap that is charged", .timeLimit(.minutes(1)))
struct TapPaymentTests {
    private func harness(_ outcomes: AttemptOutcome...) -> PaymentHarness {
        PaymentHarness(outcomes.map { .init(outcome: $0) }, clock: ManualClock())
    }

    private static func draft(
        timeout: Int64? = nil, cvv: String? = nil, _ change: (inout PaymentDraft) -> Void = { _ in }
    ) -> PaymentDraft {
        .sample(card: CardDraft(cvv: cvv.map { SecretBytes(utf8: $0) }, terminal: "till-1", timeoutSeconds: timeout), change)
    }

    /// The outcome when this is what the tap comes to.
    private func outcome(
        _ harness: PaymentHarness, _ draft: PaymentDraft = draft(), tap: TapOutcome, number: Int = 1
    ) async -> PaymentOutcome {
        let task = Task { await harness.create(draft) }
        await harness.driver.tapBegan(number)
        harness.driver.end(with: tap)
        return await task.value
    }

    @Test("The card is charged directly and by what its chip says, and wiped; the deadline counts from the card")
    func charged() async throws {
        let harness = harness(.approved)
        let card = TerminalCard.sample("4111111111111112", network: .gpn)
        let task = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        #expect(harness.driver.limits == [.seconds(30)])
        #expect(await harness.ledger.all.isEmpty)
        harness.clock.advance(by: .seconds(20))
        harness.driver.end(with: .card(card))
        let outcome = await task.value
        #expect(outcome.answer.state == .success && !outcome.isRepeat)
        let payment = try #require(outcome.payment)
        #expect(
            payment.card
                == CardSummary(network: "GPN", first6: "411111", last4: "1112", expiryMonth: 12, expiryYear: 2030, source: .terminal))
        #expect(payment.status == .succeeded && payment.authentication == .direct)
        #expect(payment.createdAt == .sample + .seconds(20) && payment.deadline == .sample + .seconds(50))
        let attempt = try #require(harness.channel.attempts.first)
        #expect(attempt.number == "4111111111111112" && attempt.cvv == nil && attempt.charge.authentication == .direct)
        guard case .card(let number, 12, 2030, "NURHALIZA/SITI", nil) = attempt.charge.instrument else {
            Issue.record("the chip's card is charged")
            return
        }
        #expect(number.isEmpty && card.isWiped)
    }

    @Test("The request's time-out is the tap's")
    func timeout() async {
        let harness = harness()
        _ = await outcome(harness, Self.draft(timeout: 120), tap: .timedOut(.late))
        #expect(harness.driver.limits == [.seconds(120)])
    }

    @Test("With a CVV it is charged by 3DS, and the CVV goes along")
    func cvv() async {
        let harness = harness(.redirect)
        let result = await outcome(harness, Self.draft(cvv: "123"), tap: .card(.sample()))
        #expect(result.answer.state == .success && result.payment?.authentication == .threeDS)
        #expect(harness.channel.attempts.first?.cvv == "123")
    }

    @Test("3DS without a CVV asks for no tap and says why it cannot be")
    func threeDSWithoutCVV() async {
        let harness = harness()
        let result = await harness.create(Self.draft { $0.authentication = "3DS" })
        #expect(result.answer.errors.map(\.field) == ["cardDetails.cardCvn"])
        #expect(result.answer.errors.allSatisfy { $0.message.contains("chip") })
        #expect(harness.driver.limits.isEmpty)
    }

    static let failures: [(TapOutcome, String)] = [
        (.failed(.blocked), "card.blocked"), (.timedOut(.late), "tap.timed_out"), (.noSuchTerminal, "reader.lost"),
    ]

    @Test("A tap that fails is the field's error with what to tell the payer, and nothing is recorded", arguments: failures)
    func failed(row: (tap: TapOutcome, code: String)) async {
        let harness = harness(.approved)
        let result = await outcome(harness, tap: row.tap)
        #expect(result.answer.state == .validationError && !result.answer.retryable && result.payment == nil)
        #expect(result.answer.errors.map { "\($0.field) \($0.code)" } == ["cardDetails.terminal \(row.code)"])
        #expect(result.answer.errors.allSatisfy { !$0.message.isEmpty })
        #expect(await harness.ledger.calls == [.list])
        // The key was not used up.
        #expect(await outcome(harness, tap: .card(.sample()), number: 2).answer.state == .success)
    }

    @Test("A terminal that is not attached is the field's error")
    func unknownTerminal() async {
        let harness = harness()
        harness.driver.unplug(.till)
        let result = await harness.create(Self.draft())
        #expect(result.answer.errors.map { "\($0.field) \($0.code)" } == ["cardDetails.terminal not_found"])
    }

    @Test("Another merchant's terminal is none")
    func foreignTerminal() async {
        let harness = PaymentHarness([], terminalRules: TerminalRules { _, merchant in merchant == .other })
        let result = await harness.create(Self.draft())
        #expect(result.answer.errors.map { "\($0.field) \($0.code)" } == ["cardDetails.terminal not_found"])
        #expect(harness.driver.limits.isEmpty)
    }

    @Test("A busy terminal is a conflict, whoever keeps it busy")
    func busy() async throws {
        let harness = harness(.approved)
        let read = try await harness.terminals.startRead(at: .till, timeout: .seconds(5), for: .other)
        await harness.driver.tapBegan()
        let refused = await harness.create(Self.draft())
        #expect(refused.answer.state == .conflict && refused.payment == nil && refused.answer.responseMessage.contains("busy"))
        _ = await harness.terminals.cancelRead(read.id, at: .till, of: .other)
        let result = await outcome(harness, tap: .busy, number: 2)
        #expect(result.answer.state == .conflict && result.answer.responseMessage.contains("busy"))
        #expect(await harness.ledger.all.isEmpty)
    }

    @Test("An invalid request asks for no tap, and hears of an unknown terminal together with all else")
    func invalid() async {
        let harness = harness()
        let known = await harness.create(Self.draft(timeout: 0) { $0.amount = 1 })
        #expect(known.answer.errors.map(\.field) == ["amount", "cardDetails.timeoutSeconds"])
        harness.driver.unplug(.till)
        let unknown = await harness.create(Self.draft { $0.amount = 1 })
        #expect(unknown.answer.errors.map(\.field) == ["amount", "cardDetails.terminal"])
        let keyless = await harness.create(Self.draft { $0.externalID = nil })
        #expect(keyless.answer.errors.map(\.field) == ["externalId", "cardDetails.terminal"])
        #expect(harness.driver.limits.isEmpty)
    }

    @Test("What is on record comes first: a repeat has its outcome without a tap, a different request conflicts without one")
    func lookUpFirst() async {
        let harness = harness(.approved)
        let first = await outcome(harness, tap: .card(.sample()))
        harness.driver.unplug(.till)
        let again = await harness.create(Self.draft())
        #expect(again.isRepeat && again.payment == first.payment && again.answer == first.answer)
        #expect(await harness.create(Self.draft { $0.amount = 160_000 }).answer.state == .conflict)
        #expect(await harness.create(Self.draft { $0.amount = 1 }).answer.state == .conflict)
        #expect(harness.driver.limits.count == 1 && harness.channel.attempts.count == 1)
    }

    @Test("While the first request waits for its card, its key is taken: by a tap, a typed card, another merchant's not")
    func keyWhileWaiting() async {
        let harness = harness(.approved, .redirect, .redirect)
        let first = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        for draft in [Self.draft(), .sample()] {
            let second = await harness.create(draft)
            #expect(second.answer == .stillRunning && second.payment == nil)
        }
        #expect(await harness.service.create(.sample(), for: .other).answer.state == .success)
        harness.driver.end(with: .failed(.blocked))
        _ = await first.value
        #expect(await harness.create(.sample()).answer.state == .success)
    }

    @Test("While the first request is being charged, a repeat asks for no tap")
    func stillCharging() async {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness(
            [.init(outcome: .approved, after: release, reached: reached)], clock: ManualClock())
        let first = Task { await outcome(harness, tap: .card(.sample())) }
        await reached.wait()
        let second = await harness.create(Self.draft())
        #expect(second.answer == .stillRunning && second.payment?.id == .counted(1))
        release.open()
        #expect(await first.value.answer.state == .success)
        #expect(harness.driver.limits.count == 1)
    }

    @Test("After SERVER_ERROR the same request waits for a card again and is attempted anew")
    func anew() async {
        let harness = PaymentHarness([.fault, .fault, .fault, .approved].map { .init(outcome: $0) })
        let first = await outcome(harness, tap: .card(.sample()))
        #expect(first.answer.state == .serverError && first.answer.retryable)
        let second = await outcome(harness, tap: .card(.sample()), number: 2)
        #expect(second.answer.state == .success && second.payment?.id == first.payment?.id && !second.isRepeat)
    }

    @Test("When the ledger cannot look the key up no tap is asked for")
    func noLookUp() async {
        let harness = harness()
        await harness.ledger.fail(.list, with: [.unavailable("disk full")])
        #expect(await harness.create(Self.draft()).answer == .unavailable(.ledger))
        #expect(harness.driver.limits.isEmpty)
        #expect(harness.events.texts.contains { $0.hasPrefix("ledgerFailed") })
    }

    @Test("When the intent cannot be recorded the card is wiped and nothing is sent")
    func notRecorded() async {
        let harness = harness()
        await harness.ledger.fail(.admit, with: [.unavailable("disk full")])
        let card = TerminalCard.sample()
        #expect(await outcome(harness, tap: .card(card)).answer == .unavailable(.ledger))
        #expect(card.isWiped && harness.channel.attempts.isEmpty)
    }
}

@Suite("Hanging up and stopping while a card is waited for", .timeLimit(.minutes(1)))
struct TapCancellationTests {
    private static func draft() -> PaymentDraft { .sample(card: CardDraft(terminal: "till-1")) }

    @Test("Hanging up cancels the tap; nothing is recorded, and the key and the terminal are free")
    func hangingUp() async {
        let harness = PaymentHarness(.redirect)
        let task = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        task.cancel()
        #expect(await task.value.payment == nil)
        #expect(harness.driver.cancelled == 1)
        #expect(await harness.ledger.calls == [.list])
        #expect(!harness.events.texts.contains { $0.hasPrefix("notTaken") })
        #expect(await harness.create(.sample()).answer.state == .success)
        let next = Task { await harness.create(.sample(card: CardDraft(terminal: "till-1")) { $0.externalID = "INV-2" }) }
        await harness.driver.tapBegan(2)
        next.cancel()
        _ = await next.value
    }

    @Test("Whoever has hung up already waits for no tap")
    func hungUpBefore() async {
        let harness = PaymentHarness(.redirect)
        let gone = Gate()
        let task = Task {
            await gone.wait()
            return await harness.create(Self.draft())
        }
        task.cancel()
        gone.open()
        #expect(await task.value.payment == nil)
        #expect(await harness.ledger.all.isEmpty)
    }

    @Test("A card that comes as its caller hangs up is wiped and not charged")
    func cardTooLate() async {
        let harness = PaymentHarness([.init(outcome: .approved)], driver: ScriptedDriver(endsWhenCancelled: false))
        let task = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        task.cancel()
        await harness.driver.tapCancelled()
        let card = TerminalCard.sample()
        harness.driver.end(with: .card(card))
        #expect(await task.value.payment == nil)
        #expect(card.isWiped && harness.channel.attempts.isEmpty)
        #expect(await harness.ledger.all.isEmpty)
    }

    @Test("From the recorded intent on the charge runs to its end, whoever hangs up")
    func hangingUpTooLate() async {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([.init(outcome: .approved, after: release, reached: reached)])
        let task = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        harness.driver.end(with: .card(.sample()))
        await reached.wait()
        task.cancel()
        release.open()
        #expect(await task.value.payment?.status == .succeeded)
        #expect(await harness.ledger.all.first?.status == .succeeded)
    }

    @Test("Stopping ends the wait: UNAVAILABLE, and nothing is recorded", arguments: [true, false])
    func stopping(paymentsFirst: Bool) async {
        // Its limit does not pass by itself.
        let harness = PaymentHarness([.init(outcome: .approved)], clock: ManualClock())
        let task = Task { await harness.create(Self.draft()) }
        await harness.driver.tapBegan()
        if paymentsFirst {
            #expect(await harness.service.stop(within: .seconds(20)) == 0)
        } else {
            await harness.terminals.stop()
        }
        #expect(await task.value.answer == .unavailable(.stopping))
        #expect(harness.driver.cancelled == 1)
        #expect(await harness.ledger.all.isEmpty)
    }
}
