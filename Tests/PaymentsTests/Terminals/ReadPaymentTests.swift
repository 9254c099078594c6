import PaymentsSupport
import Secrets
import TestSupport
import Testing

@testable import Payments

extension PaymentHarness {
    /// A read that has ended with this, and its id as a request names it.
    func read(_ outcome: TapOutcome, number: Int = 1, for merchant: MerchantID = .sample) async throws -> String {
        let read = try await terminals.startRead(at: .till, timeout: .seconds(30), for: merchant)
        await driver.tapBegan(number)
        driver.end(with: outcome)
        _ = await terminals.read(read.id, at: .till, of: merchant, waitingAtMost: .seconds(60))
        return read.id.rawValue
    }

    /// Charges a read.
    func charge(
        _ read: String, as externalID: String = "INV-1", cvv: String? = nil, _ change: (inout PaymentDraft) -> Void = { _ in }
    ) async -> PaymentOutcome {
        var draft = PaymentDraft.sample(card: CardDraft(cvv: cvv.map { SecretBytes(utf8: $0) }, terminalRead: read), change)
        draft.externalID = externalID
        return await create(draft)
    }

    /// The errors that charging a read brings, as `field code`.
    func errors(_ read: String, as externalID: String = "INV-1", cvv: String? = nil) async -> [String] {
        await charge(read, as: externalID, cvv: cvv).answer.errors.map { "\($0.field) \($0.code)" }
    }
}

@Suite("A read that is charged", .timeLimit(.minutes(1)))
struct ReadPaymentTests {
    private func harness(_ outcomes: AttemptOutcome...) -> PaymentHarness {
        PaymentHarness(outcomes.map { .init(outcome: $0) }, clock: ManualClock())
    }

    @Test("It is charged once: then it is wiped, its repeat has the outcome on record, and no other payment gets it")
    func once() async throws {
        let harness = harness(.approved)
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        let first = await harness.charge(read)
        #expect(first.answer.state == .success && first.payment?.card.source == .terminal && first.payment?.authentication == .direct)
        #expect(harness.channel.attempts.map(\.number) == ["4111111111111111"])
        #expect(card.isWiped)
        for attempt in harness.channel.attempts {
            guard case .card(let number, _, _, _, _) = attempt.charge.instrument else { continue }
            #expect(number.isEmpty)
        }
        let again = await harness.charge(read)
        #expect(again.isRepeat && again.payment == first.payment)
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
        #expect(harness.channel.attempts.count == 1)
    }

    @Test("A declined one is used, too")
    func declined() async throws {
        let harness = harness(.declined)
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        #expect(await harness.charge(read).answer.state == .declined)
        #expect(card.isWiped)
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
    }

    @Test("A read that does not exist, another merchant's alike, is none", arguments: ["read_1", "", "pay_1", "till-1"])
    func unknown(id: String) async {
        #expect(await harness().errors(id) == ["cardDetails.terminalRead not_found"])
    }

    @Test("Another merchant's read looks exactly like none")
    func foreign() async throws {
        let harness = harness()
        let read = try await harness.read(.card(.sample()), for: .other)
        #expect(await harness.charge(read).answer == (await harness.charge("read_1").answer))
        #expect(await harness.service.create(.sample(card: CardDraft(terminalRead: read)), for: .other).payment != nil)
    }

    @Test("A read that waits, that failed, and one whose time is over: each its own error")
    func unusable() async throws {
        let harness = harness()
        let waiting = try await harness.terminals.startRead(at: .till, timeout: .seconds(30), for: .sample)
        await harness.driver.tapBegan()
        #expect(await harness.errors(waiting.id.rawValue) == ["cardDetails.terminalRead read.unfinished"])
        _ = await harness.terminals.cancelRead(waiting.id, at: .till, of: .sample)
        #expect(await harness.errors(waiting.id.rawValue) == ["cardDetails.terminalRead read.failed"])
        let failed = try await harness.read(.failed(.blocked), number: 2)
        let answer = await harness.charge(failed).answer
        #expect(answer.errors.map(\.code) == ["read.failed"] && answer.errors.first?.message.contains(TapFault.blocked.message) == true)
        let good = try await harness.read(.card(.sample()), number: 3)
        harness.clock.advance(by: .seconds(300))
        #expect(await harness.errors(good) == ["cardDetails.terminalRead read.expired"])
        #expect(await harness.ledger.all.isEmpty)
    }

    @Test("An invalid request hears of the read's fault, too, and does not take the read")
    func invalid() async throws {
        let harness = harness(.approved)
        let used = await harness.charge("read_1") { $0.amount = 1 }
        #expect(used.answer.errors.map(\.field) == ["amount", "cardDetails.terminalRead"])
        let read = try await harness.read(.card(.sample()))
        #expect(await harness.charge(read) { $0.amount = 1 }.answer.errors.map(\.field) == ["amount"])
        #expect(await harness.charge(read, as: "INV-2").answer.state == .success)
    }

    @Test("While one payment is charged with a read, no other gets it")
    func racing() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness(
            [.init(outcome: .approved, after: release, reached: reached)], clock: ManualClock())
        let read = try await harness.read(.card(.sample()))
        let first = Task { await harness.charge(read) }
        await reached.wait()
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
        let same = await harness.charge(read)
        #expect(same.answer == .stillRunning && same.payment?.id == .counted(1))
        release.open()
        #expect(await first.value.answer.state == .success)
    }

    @Test("Of many payments at once exactly one gets the read")
    func crowd() async throws {
        let harness = harness(.approved)
        let read = try await harness.read(.card(.sample()))
        let outcomes = await withTaskGroup(of: PaymentOutcome.self) { group in
            for number in 0..<50 { group.addTask { await harness.charge(read, as: "INV-\(number)") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0.answer.state == .success }.count == 1 && harness.channel.attempts.count == 1)
        #expect(outcomes.filter { $0.answer.errors.map(\.code) == ["read.used"] }.count == 49)
    }

    @Test("A payment that is not recorded gives the read back")
    func givenBack() async throws {
        let harness = harness(.redirect, .approved)
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        await harness.ledger.fail(.admit, with: [.unavailable("disk full"), .overloaded])
        #expect(await harness.charge(read, as: "INV-A").answer == .unavailable(.ledger))
        #expect(await harness.charge(read, as: "INV-B").answer == .unavailable(.overload))
        #expect(await harness.errors(read, as: "INV-C", cvv: "1234") == ["cardDetails.cardCvn format"])
        _ = await harness.create()
        #expect(await harness.charge(read).answer.state == .conflict)
        #expect(!card.isWiped)
        #expect(await harness.charge(read, as: "INV-D").answer.state == .success)
    }

    @Test("A payment that loses its key to another one while it takes the read gives it back")
    func lostKey() async throws {
        let ledger = MemoryPaymentLedger()
        let harness = PaymentHarness(
            [.init(outcome: .approved)], ledger: ledger, clock: ManualClock())
        let read = try await harness.read(.card(.sample()))
        let other = PaymentHarness([.init(outcome: .redirect)], ledger: ledger)
        await ledger.uponNextAdmit { _ = await other.create() }
        #expect(await harness.charge(read).answer.state == .conflict)
        #expect(await harness.charge(read, as: "INV-2").answer.state == .success)
    }

    @Test("Too many payments: the read is not touched")
    func overload() async throws {
        let harness = PaymentHarness([], rules: PaymentRules(maximumInFlight: 0), clock: ManualClock())
        let read = try await harness.read(.card(.sample()))
        #expect(await harness.charge(read).answer == .unavailable(.overload))
        #expect(harness.terminals.refusal(of: read, to: "INV-2", of: .sample) == nil)
    }
}

@Suite("A read whose payment is attempted anew", .timeLimit(.minutes(1)))
struct ReadAgainTests {
    static let retried: [AttemptOutcome] = [.rejected, .unauthorized]

    @Test("After SERVER_ERROR the same request takes the same read again; no other payment does")
    func serverError() async throws {
        let harness = PaymentHarness([.fault, .fault, .fault, .approved].map { .init(outcome: $0) })
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        #expect(await harness.charge(read).answer.retryable)
        #expect(!card.isWiped)
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
        let second = await harness.charge(read)
        #expect(second.answer.state == .success && second.payment?.id == .counted(1) && !second.isRepeat)
        #expect(harness.channel.attempts.map(\.number) == Array(repeating: "4111111111111111", count: 4))
        #expect(card.isWiped)
    }

    @Test("After a refusal by which nothing was taken a corrected request takes it again", arguments: retried)
    func corrected(outcome: AttemptOutcome) async throws {
        let harness = PaymentHarness(outcome, .approved)
        let read = try await harness.read(.card(.sample()))
        _ = await harness.charge(read)
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
        let second = await harness.charge(read) { $0.amount = 160_000 }
        #expect(second.answer.state == .success && second.payment?.amount == 160_000)
    }

    @Test("When the second attempt is not recorded, the read is still that payment's")
    func givenBackBound() async throws {
        let harness = PaymentHarness(.unauthorized, .approved)
        let read = try await harness.read(.card(.sample()))
        _ = await harness.charge(read)
        await harness.ledger.fail(.admit, with: [.overloaded])
        #expect(await harness.charge(read).answer == .unavailable(.overload))
        #expect(await harness.errors(read, as: "INV-2") == ["cardDetails.terminalRead read.used"])
        #expect(await harness.charge(read).answer.state == .success)
    }

    @Test("An unanswered DIRECT charge may have been taken: the read is used and wiped")
    func unanswered() async throws {
        let harness = PaymentHarness(.unanswered)
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        let outcome = await harness.charge(read)
        #expect(outcome.answer.state == .networkError && !outcome.answer.retryable)
        #expect(card.isWiped)
    }

    @Test("Not beyond the read's own time: then it is wiped, and the payment needs a new one")
    func expired() async throws {
        let harness = PaymentHarness([.init(outcome: .unauthorized)], clock: ManualClock())
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        _ = await harness.charge(read)
        await harness.clock.untilSomethingSleeps(for: .seconds(300))
        harness.clock.advance(by: .seconds(300))
        await harness.clock.untilSomethingSleeps(for: .seconds(600))
        #expect(card.isWiped)
        #expect(await harness.errors(read) == ["cardDetails.terminalRead read.expired"])
    }

    @Test("A read that expires while it is charged does not take the card from the charge")
    func expiresWhileCharged() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness(
            [.init(outcome: .approved, after: release, reached: reached)], clock: ManualClock())
        let card = TerminalCard.sample()
        let read = try await harness.read(.card(card))
        await harness.clock.untilSomethingSleeps(for: .seconds(300))
        let task = Task { await harness.charge(read) }
        await reached.wait()
        harness.clock.advance(by: .seconds(300))
        await harness.clock.untilSomethingSleeps(for: .seconds(600))
        #expect(card.isWiped)
        guard case .card(let number, _, _, _, _)? = harness.channel.attempts.first?.charge.instrument else {
            Issue.record("a card is charged")
            return
        }
        #expect(number.shown == "4111111111111111")
        release.open()
        #expect(await task.value.answer.state == .success)
        #expect(number.isEmpty)
    }
}
