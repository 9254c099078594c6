/// Port: one attempt to charge a card at the provider. Retrying, deadlines and what an outcome means for the payment are the domain's own rules.
public protocol PaymentChannel: Sendable {
    /// Sends the charge once and waits at most `timeLimit` for its answer. Never throws: every way it can end has a name.
    func attempt(_ charge: Charge, timeLimit: Duration) async -> AttemptOutcome
}

/// How one attempt ended.
public enum AttemptOutcome: Hashable, Sendable {
    /// 3DS: the provider's `00` with a page for the payer.
    case redirect(url: String, responseCode: String, responseMessage: String)
    /// Direct: `00` and status SUCCESS.
    case approved(transactionID: String?, approvalCode: String?, responseCode: String, responseMessage: String)
    /// Another response code than `00`, or direct with `00` and status FAILED. `code` is the acquirer response code where there is one.
    case declined(code: String, message: String, transactionID: String?)
    /// HTTP 400 with the provider's messages.
    case rejected(responseCode: String, message: String, errors: [FieldError])
    /// HTTP 401: wrong merchant id or secret.
    case unauthorized(responseCode: String, message: String)
    /// HTTP 5xx.
    case providerFault(status: Int, message: String)
    /// The request never left: no connection, no name, no TLS. Safe to repeat.
    case notSent(reason: String)
    /// The request left and no meaningful answer came: time-out, cut, too large, not JSON, wrong shape. It may have been taken.
    case unanswered(reason: String)
}
