/// What happens to payments, for logs and metrics. No event holds card data, a token or a redirect link.
public enum PaymentEvent: Sendable {
    /// The intent is recorded and the charge begins.
    case began(PaymentID, MerchantID)
    /// An attempt ended; attempts count from 1. `detail` is for a person.
    case attemptEnded(PaymentID, number: Int, word: AttemptWord, detail: String)
    /// The charge ended and its result is on record.
    case ended(PaymentID, ResultState, PaymentStatus)
    /// A request was not taken on; nothing was sent.
    case notTaken(MerchantID, UnavailableCause)
    /// The ledger did not do as asked; `task` says what it was asked.
    case ledgerFailed(LedgerError, task: String)
    /// iFortePay has answered but the ledger does not take the result: the gateway keeps trying.
    case resultNotRecorded(PaymentID, ResultState, LedgerError)
    /// The result is on record without the provider's transaction id, which the ledger does not take: another payment seems to bear it.
    case transactionNotBound(PaymentID)
    /// It was given up: the payment stays SUBMITTING until it is settled as abandoned, and a callback says what became of it.
    case resultLost(PaymentID, ResultState)
    /// So many payments whose process died were made UNKNOWN.
    case settledAbandoned(Int)
}

/// An attempt's outcome in one word.
public enum AttemptWord: String, Sendable {
    case redirect
    case approved
    case declined
    case rejected
    case unauthorized
    case providerFault
    case notSent
    case unanswered
}

extension AttemptOutcome {
    /// The outcome in one word.
    var word: AttemptWord {
        switch self {
        case .redirect: .redirect
        case .approved: .approved
        case .declined: .declined
        case .rejected: .rejected
        case .unauthorized: .unauthorized
        case .providerFault: .providerFault
        case .notSent: .notSent
        case .unanswered: .unanswered
        }
    }

    /// What the log may have of it.
    var detail: String {
        switch self {
        case .redirect(_, let code, let message), .approved(_, _, let code, let message), .declined(let code, let message, _),
            .rejected(let code, let message, _), .unauthorized(let code, let message):
            CardNumberMask.masking("\(code) \(message)")
        case .providerFault(let status, let message): CardNumberMask.masking("HTTP \(status) \(message)")
        case .notSent(let reason), .unanswered(let reason): CardNumberMask.masking(reason)
        }
    }
}
