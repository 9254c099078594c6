/// What the attempts of a charge came to: what is answered, and what becomes of the payment.
struct ChargeResult: Hashable, Sendable {
    let answer: Answer
    let status: PaymentStatus
    var redirectURL: String?
    var transactionID: String?
    var approvalCode: String?

    /// What the last attempt's outcome means. This is the whole table (contract, section 2):
    ///
    /// | outcome | state | status | retryable |
    /// |---|---|---|---|
    /// | redirect | SUCCESS | PENDING | no |
    /// | approved | SUCCESS | SUCCEEDED | no |
    /// | declined | DECLINED | FAILED | no |
    /// | rejected (HTTP 400) | SERVER_VALIDATION_ERROR | FAILED | no |
    /// | unauthorized (HTTP 401) | AUTH_ERROR | FAILED | no |
    /// | any of these three while the outcome is in doubt | NETWORK_ERROR | UNKNOWN | no |
    /// | HTTP 5xx | SERVER_ERROR | UNKNOWN | yes |
    /// | not sent | NETWORK_ERROR | UNKNOWN | yes |
    /// | unanswered, 3DS | NETWORK_ERROR | UNKNOWN | yes |
    /// | unanswered, DIRECT | NETWORK_ERROR | UNKNOWN | no |
    ///
    /// `inDoubt`: an attempt before this one was unanswered or got a 5xx, so that a refusal may mean "already taken".
    static func of(_ outcome: AttemptOutcome, inDoubt: Bool, authentication: Authentication) -> ChargeResult {
        switch outcome {
        case .redirect(let url, let code, let message):
            ChargeResult(answer: Answer(provider: .success, code, message), status: .pending, redirectURL: url)
        case .approved(let transactionID, let approvalCode, let code, let message):
            ChargeResult(
                answer: Answer(provider: .success, code, message), status: .succeeded, transactionID: transactionID, approvalCode: approvalCode)
        case .declined(let code, let message, let transactionID):
            inDoubt
                ? .refusedInDoubt
                : ChargeResult(answer: Answer(provider: .declined, code, message), status: .failed, transactionID: transactionID)
        case .rejected(let code, let message, let errors):
            inDoubt ? .refusedInDoubt : ChargeResult(answer: Answer(provider: .serverValidationError, code, message, errors), status: .failed)
        case .unauthorized(let code, let message):
            inDoubt ? .refusedInDoubt : ChargeResult(answer: Answer(provider: .authError, code, message), status: .failed)
        case .providerFault(let status, _):
            ChargeResult(answer: .providerFault(status: status), status: .unknown)
        case .notSent:
            ChargeResult(answer: .noAnswer("iFortePay could not be reached", retryable: true), status: .unknown)
        case .unanswered:
            ChargeResult(
                answer: .noAnswer("iFortePay gave no answer that says what became of the charge", retryable: authentication == .threeDS),
                status: .unknown)
        }
    }

    /// The deadline passed before the first attempt could be made.
    static let neverSent = ChargeResult(
        answer: .noAnswer("the deadline passed before iFortePay could be asked", retryable: true), status: .unknown)

    /// It may have been refused because it was taken before.
    private static let refusedInDoubt = ChargeResult(
        answer: .noAnswer("iFortePay refused the charge after an attempt that may have been taken", retryable: false), status: .unknown)
}
