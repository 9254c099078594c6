import PaymentsSupport
import Secrets
import Testing

@testable import Payments

/// Contract, section 2, "The same externalId again".
@Suite("The same externalId again")
struct PaymentIntakeTests {
    /// What a decision is, in one word.
    enum Word: Equatable {
        case new, anew, replay, conflict, invalid

        init(_ admission: PaymentAdmission, recorded: Payment?) {
            switch admission {
            case .record(let payment): self = payment.id == recorded?.id ? .anew : .new
            case .replay: self = .replay
            case .conflict: self = .conflict
            case .invalid: self = .invalid
            }
        }
    }

    private static let later = Timestamp.sample + .seconds(60)

    private func intake(_ draft: PaymentDraft = .sample(), at moment: Timestamp = later, inFlight: Set<PaymentID> = []) -> PaymentIntake {
        PaymentIntake(
            merchant: .sample, fingerprint: RequestFingerprint.of(draft) { Array($0) },
            checked: Result { () throws(InvalidRequest) in try PaymentValidator(checksLuhn: true).request(draft, at: moment) },
            newID: .counted(2), moment: moment, deadline: moment + .seconds(30), isInFlight: { inFlight.contains($0) })
    }

    /// A payment on record under the sample's key, after `answer`.
    private func recorded(
        _ draft: PaymentDraft = .sample(), answer: Answer?, status: PaymentStatus = .unknown, confirmedBy: Payments.Confirmation? = nil,
        authentication: Authentication = .threeDS
    ) throws -> Payment {
        let request = try PaymentValidator(checksLuhn: true).request(draft, at: .sample)
        var payment = Payment(
            request, id: .counted(1), merchant: .sample, fingerprint: RequestFingerprint.of(draft) { Array($0) },
            deadline: .sample + .seconds(30), at: .sample)
        payment.answer = answer
        payment.status = answer == nil ? .submitting : status
        payment.confirmedBy = confirmedBy
        payment.authentication = authentication
        return payment
    }

    private func word(_ draft: PaymentDraft = .sample(), on payment: Payment?, at moment: Timestamp = later, inFlight: Set<PaymentID> = []) -> Word {
        Word(intake(draft, at: moment, inFlight: inFlight).decide(on: payment), recorded: payment)
    }

    private static let corrected: @Sendable () -> PaymentDraft = { .sample { $0.amount = 160_000 } }

    @Test("A key that was not used makes a payment that is SUBMITTING")
    func new() throws {
        guard case .record(let payment) = intake().decide(on: nil) else {
            Issue.record("a new request is recorded")
            return
        }
        #expect(payment.id == .counted(2) && payment.merchant == .sample && payment.externalID == "INV-1")
        #expect(payment.status == .submitting && payment.answer == nil && payment.confirmedBy == nil && !payment.outcomeInDoubt)
        #expect(payment.createdAt == Self.later && payment.deadline == Self.later + .seconds(30))
        #expect(payment.card.last4 == "1111")
    }

    @Test("A key that was not used with a wrong request records nothing")
    func newAndInvalid() {
        #expect(word(.sample { $0.amount = 1 }, on: nil) == .invalid)
    }

    static let settled: [(Answer, PaymentStatus)] = [
        (Answer(provider: .success, "00", "Success"), .pending), (Answer(provider: .success, "00", "Success"), .succeeded),
        (Answer(provider: .declined, "03", "failed"), .failed), (.noAnswer("unanswered", retryable: false), .unknown),
    ]

    @Test("Same request: the outcome on record. Different: 409", arguments: settled)
    func settledPayments(answer: Answer, status: PaymentStatus) throws {
        let payment = try recorded(answer: answer, status: status)
        #expect(word(on: payment) == .replay)
        #expect(word(Self.corrected(), on: payment) == .conflict)
    }

    @Test("It is looked up before any validation: an expired card and a request that is wrong get the outcome on record")
    func beforeValidation() throws {
        let draft = PaymentDraft.sample(card: .visa(month: "12", year: "26"))
        let payment = try recorded(draft, answer: Answer(provider: .success, "00", "Success"), status: .pending)
        let nextYear = Timestamp(startOfMonth: 2, year: 2027)
        #expect(word(draft, on: payment, at: nextYear) == .replay)
        #expect(word(.sample { $0.orderID = nil }, on: payment) == .conflict)
    }

    @Test("Still running: 409, whether the request is the same or not")
    func running() throws {
        let payment = try recorded(answer: nil)
        #expect(word(on: payment, at: payment.deadline + .milliseconds(-1)) == .conflict)
        #expect(word(Self.corrected(), on: payment, at: payment.deadline + .milliseconds(-1)) == .conflict)
    }

    @Test("While this process holds the payment it is running, whatever its row says")
    func inFlight() throws {
        let payment = try recorded(answer: nil)
        #expect(word(on: payment, at: payment.deadline + .seconds(600), inFlight: [payment.id]) == .conflict)
        let settled = try recorded(answer: .providerFault(status: 500))
        #expect(word(on: settled, inFlight: [settled.id]) == .conflict)
    }

    @Test("After a callback during a first request that is still running: 409 as well")
    func confirmedWhileRunning() throws {
        var payment = try recorded(answer: nil)
        payment.status = .succeeded
        payment.confirmedBy = .callback
        #expect(word(on: payment, at: payment.deadline + .milliseconds(-1)) == .conflict)
    }

    @Test("Once its deadline has passed a SUBMITTING row is UNKNOWN and not 409 for ever")
    func abandoned() throws {
        // With 3DS no money moves before the payer acts, so the request may be sent again.
        let threeDS = try recorded(answer: nil)
        #expect(word(on: threeDS, at: threeDS.deadline) == .anew)
        let direct = try recorded(answer: nil, authentication: .direct)
        guard case .replay(let payment) = intake(at: direct.deadline).decide(on: direct) else {
            Issue.record("a direct charge that was abandoned is not sent again")
            return
        }
        #expect(payment.status == .unknown && payment.outcomeInDoubt)
        #expect(payment.answer?.state == .networkError && payment.answer?.retryable == false)
        #expect(word(Self.corrected(), on: threeDS, at: threeDS.deadline) == .conflict)
    }

    @Test(
        "Attempted anew under the same id: after SERVER_ERROR or a retryable NETWORK_ERROR the same request",
        arguments: [Answer.providerFault(status: 502), .noAnswer("not sent", retryable: true)])
    func sameAnew(answer: Answer) throws {
        let payment = try recorded(answer: answer)
        #expect(word(on: payment) == .anew)
        #expect(word(Self.corrected(), on: payment) == .conflict)
    }

    @Test(
        "Attempted anew under the same id: after AUTH_ERROR or SERVER_VALIDATION_ERROR the same or a corrected one",
        arguments: [ResultState.authError, .serverValidationError])
    func correctedAnew(state: ResultState) throws {
        let payment = try recorded(answer: Answer(provider: state, "01", "no"), status: .failed)
        #expect(word(on: payment) == .anew)
        #expect(word(Self.corrected(), on: payment) == .anew)
    }

    @Test("What is attempted anew is validated first")
    func anewAndInvalid() throws {
        let payment = try recorded(answer: Answer(provider: .serverValidationError, "01", "no"), status: .failed)
        #expect(word(.sample { $0.amount = 1 }, on: payment) == .invalid)
    }

    @Test("A corrected request's terms replace the first ones; id, key and doubt stay")
    func correctedTerms() throws {
        var payment = try recorded(answer: Answer(provider: .authError, "04", "no"), status: .failed)
        payment.outcomeInDoubt = true
        let draft = PaymentDraft.sample(card: .visa(number: "5555555555554444")) { draft in
            draft.orderID = "ORDER-2"
            draft.amount = 160_000
            draft.tenor = 3
            draft.channel = "BCACC"
            draft.authentication = "DIRECT"
        }
        guard case .record(let anew) = intake(draft).decide(on: payment) else {
            Issue.record("a corrected request is attempted anew")
            return
        }
        #expect(anew.id == payment.id && anew.externalID == "INV-1" && anew.createdAt == payment.createdAt && anew.outcomeInDoubt)
        #expect(anew.orderID == "ORDER-2" && anew.amount == 160_000 && anew.tenor == .threeMonths && anew.channel == .bcacc)
        #expect(anew.authentication == .direct && anew.card.last4 == "4444" && anew.fingerprint != payment.fingerprint)
        #expect(anew.status == .submitting && anew.answer == nil && anew.updatedAt == Self.later && anew.deadline == Self.later + .seconds(30))
    }

    @Test("Once a callback has spoken nothing is attempted anew")
    func confirmed() throws {
        for answer in [Answer.providerFault(status: 502), .noAnswer("x", retryable: true), Answer(provider: .authError, "04", "no")] {
            let payment = try recorded(answer: answer, status: .succeeded, confirmedBy: .callback)
            #expect(word(on: payment) == .replay)
            #expect(word(Self.corrected(), on: payment) == .conflict)
        }
    }
}

@Suite("Recording what a charge came to")
struct PaymentLifecycleTests {
    private func payment(_ change: (inout Payment) -> Void = { _ in }) throws -> Payment {
        let request = try PaymentValidator(checksLuhn: true).request(.sample(), at: .sample)
        var payment = Payment(request, id: .counted(1), merchant: .sample, fingerprint: [1], deadline: .sample + .seconds(30), at: .sample)
        change(&payment)
        return payment
    }

    private func end(_ outcome: AttemptOutcome, inDoubt: Bool = false, deadline: Timestamp = .sample + .seconds(30)) -> ChargeEnd {
        ChargeEnd(result: .of(outcome, inDoubt: false, authentication: .threeDS), outcomeInDoubt: inDoubt, deadline: deadline)
    }

    private let later = Timestamp.sample + .seconds(5)

    @Test("A link makes the payment PENDING and is kept")
    func redirect() throws {
        var payment = try payment()
        payment.record(end(.redirect), at: later)
        #expect(payment.status == .pending && payment.redirectURL == "https://acquirer.example/pay?ref=1")
        #expect(payment.answer?.state == .success && payment.updatedAt == later && payment.confirmedBy == nil)
    }

    @Test("What a callback confirmed stays; the answer is kept beside it")
    func afterCallback() throws {
        for outcome in [AttemptOutcome.redirect, .declined, .unanswered, .approved] {
            var payment = try payment { ($0.status, $0.confirmedBy, $0.transactionID) = (.failed, .callback, "TXN-9") }
            payment.record(end(outcome), at: later)
            #expect(payment.status == .failed && payment.confirmedBy == .callback)
            #expect(payment.transactionID == "TXN-9")
            #expect(payment.answer == end(outcome).result.answer)
        }
    }

    @Test("Doubt is kept once it is there")
    func doubt() throws {
        var payment = try payment { $0.outcomeInDoubt = true }
        payment.record(end(.redirect), at: later)
        #expect(payment.outcomeInDoubt)
        var other = try self.payment()
        other.record(end(.fault, inDoubt: true), at: later)
        #expect(other.outcomeInDoubt)
    }

    @Test("The late result of a charge before this one moves the payment up, but is not the answer to this one")
    func lateResult() throws {
        var payment = try payment { $0.deadline = .sample + .seconds(90) }
        payment.record(end(.approved), at: later)
        #expect(payment.answer == nil && payment.status == .succeeded && payment.transactionID == "TXN-1" && payment.approvalCode == "A1")
    }

    @Test("A result comes over a payment that another instance has settled meanwhile")
    func afterSettlement() throws {
        var payment = try payment()
        payment.settleIfAbandoned(at: payment.deadline)
        payment.record(end(.declined), at: later)
        #expect(payment.status == .failed && payment.answer?.state == .declined)
    }

    @Test("Only what has no answer when its deadline passes is settled")
    func settling() throws {
        let open = try payment()
        #expect(open.settledIfAbandoned(at: open.deadline + .milliseconds(-1)) == open)
        #expect(open.settledIfAbandoned(at: open.deadline).status == .unknown)
        let answered = try payment { $0.answer = .providerFault(status: 500) }
        #expect(answered.settledIfAbandoned(at: answered.deadline) == answered)
        let confirmed = try payment { ($0.status, $0.confirmedBy) = (.succeeded, .callback) }.settledIfAbandoned(at: open.deadline)
        #expect(confirmed.status == .succeeded && confirmed.answer?.state == .networkError)
    }
}
