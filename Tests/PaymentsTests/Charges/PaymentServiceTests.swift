import PaymentsSupport
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Payments

@Suite("Taking a payment")
struct PaymentServiceTests {
    @Test("A 3DS payment: recorded before it is sent, PENDING with its link after")
    func threeDS() async throws {
        let harness = PaymentHarness(.redirect)
        let outcome = await harness.create()
        #expect(outcome.answer == Answer(state: .success, responseCode: "00", responseMessage: "Success", retryable: false))
        #expect(!outcome.isRepeat)
        let payment = try #require(outcome.payment)
        #expect(payment.id == .counted(1) && payment.status == .pending && payment.redirectURL == "https://acquirer.example/pay?ref=1")
        #expect(await harness.ledger.all == [payment])
        #expect(await harness.ledger.calls == [.admit, .update])
        let attempt = try #require(harness.channel.attempts.first)
        #expect(attempt.number == "4111111111111111" && attempt.cvv == "123" && attempt.timeLimit == .seconds(15))
        #expect(attempt.charge.callbackURL == "https://gateway.example/callback/MCP2024000001/\(payment.id)")
    }

    @Test("A DIRECT payment SUCCEEDED with its ids, and nobody has confirmed it yet")
    func direct() async throws {
        let outcome = await PaymentHarness(.approved).create(.sample { $0.authentication = "DIRECT" })
        let payment = try #require(outcome.payment)
        #expect(outcome.answer.state == .success && payment.status == .succeeded && payment.confirmedBy == nil)
        #expect(payment.transactionID == "TXN-1" && payment.approvalCode == "A1")
    }

    @Test("The intent is on record when the provider is called")
    func intentFirst() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([.init(outcome: .redirect, after: release, reached: reached)])
        let task = Task { await harness.create() }
        await reached.wait()
        let recorded = try #require(await harness.ledger.all.first)
        #expect(recorded.status == .submitting && recorded.answer == nil && recorded.deadline == .sample + .seconds(30))
        let again = await harness.create()
        #expect(again.answer.state == .conflict && !again.answer.retryable && again.payment?.id == recorded.id)
        #expect(try await harness.service.payment(recorded.id, of: .sample)?.answer == nil)
        release.open()
        #expect(await task.value.answer.state == .success)
    }

    @Test("An invalid request records and sends nothing, and every error is told")
    func invalid() async {
        let harness = PaymentHarness()
        let outcome = await harness.create(.sample { ($0.amount, $0.orderID) = (1, nil) })
        #expect(outcome.answer.state == .validationError && outcome.payment == nil)
        #expect(outcome.answer.errors.map(\.field) == ["orderId", "amount"])
        #expect(await harness.ledger.all.isEmpty)
        #expect(harness.channel.attempts.isEmpty)
    }

    @Test("A request without a usable key is refused without asking the ledger", arguments: [nil, "", "a/b", String(repeating: "x", count: 65)])
    func noKey(key: String?) async {
        let harness = PaymentHarness()
        let outcome = await harness.create(.sample { $0.externalID = key })
        #expect(outcome.answer.state == .validationError && outcome.answer.errors.map(\.field) == ["externalId"])
        #expect(await harness.ledger.calls.isEmpty)
    }

    @Test("The same request again gets the outcome on record without a second charge")
    func replay() async {
        let harness = PaymentHarness(.redirect)
        let first = await harness.create()
        let second = await harness.create()
        #expect(second.isRepeat && second.answer == first.answer && second.payment == first.payment)
        #expect(harness.channel.attempts.count == 1)
    }

    @Test("A different request under the same key is a conflict that names the payment")
    func conflict() async {
        let harness = PaymentHarness(.redirect)
        let first = await harness.create()
        let second = await harness.create(.sample { $0.amount = 160_000 })
        #expect(second.answer.state == .conflict && second.payment?.id == first.payment?.id && !second.isRepeat)
        #expect(harness.channel.attempts.count == 1)
    }

    @Test("Another merchant's payment under the same key is another payment")
    func otherMerchant() async {
        let harness = PaymentHarness(.redirect, .redirect)
        let first = await harness.create()
        let second = await harness.service.create(.sample(), for: .other)
        #expect(second.answer.state == .success && second.payment?.id != first.payment?.id && second.payment?.merchant == .other)
    }

    @Test("After SERVER_ERROR the same request is attempted anew under the same payment")
    func anew() async throws {
        let harness = PaymentHarness(.fault, .fault, .fault, .redirect)
        let first = await harness.create()
        #expect(first.answer.state == .serverError && first.answer.retryable && first.payment?.status == .unknown)
        let second = await harness.create()
        #expect(second.answer.state == .success && second.payment?.id == first.payment?.id && !second.isRepeat)
        #expect(harness.channel.attempts.count == 4)
        #expect(Set(harness.channel.attempts.map(\.charge.externalID)) == ["INV-1"])
        #expect(harness.clock.pauses == [.milliseconds(200), .milliseconds(800)])
    }

    @Test("A refusal in a later charge is in doubt when an earlier one was unanswered")
    func doubtAcrossCharges() async {
        let harness = PaymentHarness(.unanswered, .unanswered, .unanswered, .declined)
        #expect(await harness.create().answer.retryable)
        let second = await harness.create()
        #expect(second.answer.state == .networkError && !second.answer.retryable && second.payment?.status == .unknown)
        #expect(await harness.create().isRepeat)
    }

    @Test("A callback that came during the charge decides, and nobody is told to send again")
    func callbackDuringCharge() async throws {
        let (reached, release) = (Gate(), Gate())
        let harness = PaymentHarness([
            .init(outcome: .notSent), .init(outcome: .notSent), .init(outcome: .notSent, after: release, reached: reached),
        ])
        let task = Task { await harness.create() }
        await reached.wait()
        await harness.ledger.change(.counted(1)) { ($0.status, $0.confirmedBy, $0.transactionID) = (.succeeded, .callback, "TXN-7") }
        release.open()
        let outcome = await task.value
        #expect(outcome.payment?.status == .succeeded && outcome.payment?.confirmedBy == .callback && outcome.payment?.transactionID == "TXN-7")
        #expect(outcome.answer.state == .networkError && !outcome.answer.retryable)
        let again = await harness.create()
        #expect(again.isRepeat && !again.answer.retryable)
        #expect(try await harness.service.payment(.counted(1), of: .sample)?.answer?.retryable == false)
        #expect(harness.channel.attempts.count == 3)
    }

    @Test("Card data is wiped whatever happens", arguments: [AttemptOutcome.redirect, .declined, .fault, .unanswered])
    func wiped(outcome: AttemptOutcome) async throws {
        let harness = PaymentHarness(outcome, outcome, outcome)
        let draft = PaymentDraft.sample()
        _ = await harness.create(draft)
        #expect(draft.card?.number?.isEmpty == true && draft.card?.cvv?.isEmpty == true)
        for attempt in harness.channel.attempts {
            guard case .card(let number, _, _, _, let cvv) = attempt.charge.instrument else { continue }
            #expect(number.isEmpty && cvv?.isEmpty == true)
        }
    }

    @Test("Card data is gone before the result is recorded: a slow ledger does not keep it in memory")
    func wipedBeforeRecording() async {
        let harness = PaymentHarness(.redirect)
        let draft = PaymentDraft.sample()
        let leftover = Mutex<[Int?]>([])
        await harness.ledger.upon(update: { [channel = harness.channel] in
            guard case .card(let number, _, _, _, let cvv)? = channel.attempts.first?.charge.instrument else { return }
            leftover.withLock { $0 = [number.count, cvv?.count] }
        })
        _ = await harness.create(draft)
        #expect(leftover.withLock { $0 } == [0, 0])
    }

    @Test("Card data is wiped of requests that are not charged, too")
    func wipedWithoutCharge() async {
        let harness = PaymentHarness(.redirect)
        _ = await harness.create()
        let drafts: [PaymentDraft] = [.sample(), .sample { $0.amount = 160_000 }, .sample(card: .token()) { $0.externalID = nil }]
        for draft in drafts { _ = await harness.create(draft) }
        await harness.ledger.fail(.admit, with: [.overloaded])
        let unrecorded = PaymentDraft.sample { $0.externalID = "INV-2" }
        _ = await harness.create(unrecorded)
        _ = await harness.service.stop(within: .zero)
        let late = PaymentDraft.sample { $0.externalID = "INV-3" }
        _ = await harness.create(late)
        for draft in drafts + [unrecorded, late] {
            #expect(draft.card?.number?.isEmpty != false && draft.card?.cvv?.isEmpty != false && draft.card?.token?.isEmpty != false)
        }
    }

    @Test("Events tell the charge's way without card data or the link")
    func events() async {
        let harness = PaymentHarness(.notSent, .redirect)
        _ = await harness.create(.sample(card: .visa(number: "4111 1155 5666 1111")) { $0.externalID = "INV-9" })
        _ = await harness.create(.sample())
        let texts = harness.events.texts
        #expect(texts.contains { $0.hasPrefix("attemptEnded") && $0.contains("notSent") })
        #expect(texts.contains { $0.hasPrefix("ended") && $0.contains("pending") })
        #expect(texts.allSatisfy { !$0.contains("acquirer.example") && !$0.contains("555666") && !$0.contains("5556") })
    }

    @Test("A merchant sees its own payments alone")
    func lookups() async throws {
        let harness = PaymentHarness(.redirect)
        _ = await harness.create()
        #expect(try await harness.service.payment(.counted(1), of: .sample)?.externalID == "INV-1")
        #expect(try await harness.service.payment(.counted(1), of: .other) == nil)
        #expect(try await harness.service.payment(.counted(7), of: .sample) == nil)
        #expect(try await harness.service.payments(PaymentQuery(merchant: .sample)).items.count == 1)
        #expect(try await harness.service.payments(PaymentQuery(merchant: .other)).items.isEmpty)
    }

    @Test("A card check stores nothing")
    func cardCheck() async {
        let harness = PaymentHarness(rules: PaymentRules(checksLuhn: false))
        let check = harness.service.check(.visa(number: "1889800000001234"))
        #expect(check[.number]?.isComplete == true)
        #expect(await harness.ledger.calls.isEmpty)
    }
}
