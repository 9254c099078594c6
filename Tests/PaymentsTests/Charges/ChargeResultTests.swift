import Testing

@testable import Payments

@Suite("What an outcome means")
struct ChargeResultTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let outcome: AttemptOutcome
        let authentication: Authentication
        let inDoubt: Bool
        let state: ResultState
        let status: PaymentStatus
        let retryable: Bool
        let code: String

        init(
            _ outcome: AttemptOutcome, _ authentication: Authentication = .threeDS, inDoubt: Bool = false, gives state: ResultState,
            _ status: PaymentStatus, retryable: Bool = false, code: String
        ) {
            self.outcome = outcome
            self.authentication = authentication
            self.inDoubt = inDoubt
            self.state = state
            self.status = status
            self.retryable = retryable
            self.code = code
        }

        var testDescription: String { "\(outcome.word) \(authentication.rawValue)\(inDoubt ? " in doubt" : "")" }
    }

    static let table: [Row] = [
        Row(.redirect, gives: .success, .pending, code: "00"),
        Row(.redirect, inDoubt: true, gives: .success, .pending, code: "00"),
        Row(.approved, .direct, gives: .success, .succeeded, code: "00"),
        Row(.approved, .direct, inDoubt: true, gives: .success, .succeeded, code: "00"),
        Row(.declined, gives: .declined, .failed, code: "03"),
        Row(.declined, .direct, gives: .declined, .failed, code: "03"),
        Row(.rejected, gives: .serverValidationError, .failed, code: "01"),
        Row(.unauthorized, gives: .authError, .failed, code: "04"),
        Row(.declined, inDoubt: true, gives: .networkError, .unknown, code: "NETWORK_ERROR"),
        Row(.rejected, inDoubt: true, gives: .networkError, .unknown, code: "NETWORK_ERROR"),
        Row(.unauthorized, inDoubt: true, gives: .networkError, .unknown, code: "NETWORK_ERROR"),
        Row(.fault, gives: .serverError, .unknown, retryable: true, code: "SERVER_ERROR"),
        Row(.fault, .direct, gives: .serverError, .unknown, retryable: true, code: "SERVER_ERROR"),
        Row(.notSent, gives: .networkError, .unknown, retryable: true, code: "NETWORK_ERROR"),
        Row(.notSent, .direct, gives: .networkError, .unknown, retryable: true, code: "NETWORK_ERROR"),
        Row(.unanswered, gives: .networkError, .unknown, retryable: true, code: "NETWORK_ERROR"),
        Row(.unanswered, .direct, gives: .networkError, .unknown, code: "NETWORK_ERROR"),
    ]

    @Test("State, status and whether to send again", arguments: table)
    func meaning(of row: Row) {
        let result = ChargeResult.of(row.outcome, inDoubt: row.inDoubt, authentication: row.authentication)
        #expect(result.answer.state == row.state)
        #expect(result.status == row.status)
        #expect(result.answer.retryable == row.retryable)
        #expect(result.answer.responseCode == row.code)
        #expect(!result.answer.responseMessage.isEmpty)
    }

    @Test("A redirect hands on its link, an approval its ids, a plain refusal its transaction")
    func details() {
        #expect(ChargeResult.of(.redirect, inDoubt: false, authentication: .threeDS).redirectURL == "https://acquirer.example/pay?ref=1")
        let approved = ChargeResult.of(.approved, inDoubt: false, authentication: .direct)
        #expect(approved.transactionID == "TXN-1" && approved.approvalCode == "A1")
        let declined = AttemptOutcome.declined(code: "51", message: "no funds", transactionID: "TXN-2")
        #expect(ChargeResult.of(declined, inDoubt: false, authentication: .direct).transactionID == "TXN-2")
        // The transaction that was refused is not the one that may have been taken.
        #expect(ChargeResult.of(declined, inDoubt: true, authentication: .direct).transactionID == nil)
    }

    @Test("The provider's messages become errors, without a card number it may quote")
    func providersMessages() {
        let quoting = FieldError(field: "cardDetails.cardNumber", code: "provider", message: "4111111111111111 is blocked")
        let outcome = AttemptOutcome.rejected(responseCode: "01", message: "card 4111 1111 1111 1111", errors: [quoting])
        let answer = ChargeResult.of(outcome, inDoubt: false, authentication: .threeDS).answer
        #expect(answer.responseMessage == "card 4111 11** **** 1111")
        #expect(answer.errors == [FieldError(field: "cardDetails.cardNumber", code: "provider", message: "411111******1111 is blocked")])
    }
}

@Suite("Status")
struct PaymentTransitionTests {
    /// Contract, section 2, "Status": the lowest first.
    static let order: [PaymentStatus] = [.submitting, .unknown, .pending, .failed, .expired, .succeeded, .voided, .refunded]

    @Test("Precedence is the contract's")
    func precedence() {
        #expect(PaymentStatus.allCases.sorted() == Self.order)
    }

    @Test("A callback moves a payment only upwards, confirmed or not", arguments: order)
    func callback(from status: PaymentStatus) throws {
        let place = try #require(Self.order.firstIndex(of: status))
        for (saidPlace, said) in Self.order.enumerated() {
            let expected = saidPlace > place ? said : status
            #expect(status.after(.calledBack(said), confirmedBy: nil) == expected)
            #expect(status.after(.calledBack(said), confirmedBy: .callback) == expected)
        }
    }

    @Test("A synchronous answer never moves a payment that a callback confirmed", arguments: order)
    func answerAfterCallback(status: PaymentStatus) {
        for said in Self.order { #expect(status.after(.answered(said), confirmedBy: .callback) == status) }
    }

    @Test("A synchronous answer moves a payment from SUBMITTING to what it says", arguments: [PaymentStatus.pending, .succeeded, .failed, .unknown])
    func answer(status: PaymentStatus) {
        #expect(PaymentStatus.submitting.after(.answered(status), confirmedBy: nil) == status)
    }

    @Test("An answer that comes late takes nothing back")
    func lateAnswer() {
        #expect(PaymentStatus.pending.after(.answered(.unknown), confirmedBy: nil) == .pending)
        #expect(PaymentStatus.unknown.after(.answered(.pending), confirmedBy: nil) == .pending)
    }

    @Test("A new attempt makes a payment SUBMITTING unless a callback confirmed it", arguments: order)
    func anew(status: PaymentStatus) {
        #expect(status.after(.attemptedAnew, confirmedBy: nil) == .submitting)
        #expect(status.after(.attemptedAnew, confirmedBy: .callback) == status)
    }

    @Test("Only what is SUBMITTING can be abandoned", arguments: order)
    func abandoned(status: PaymentStatus) {
        #expect(status.after(.abandoned, confirmedBy: nil) == (status == .submitting ? .unknown : status))
        #expect(status.after(.abandoned, confirmedBy: .callback) == status)
    }
}
