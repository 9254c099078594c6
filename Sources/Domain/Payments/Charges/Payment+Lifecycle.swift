// How a payment's record changes in its life, callbacks aside. Each change is pure, so that it can run inside the ledger's transaction.
extension Payment {
    /// The record of a request that is about to be sent.
    init(_ request: ValidRequest, id: PaymentID, merchant: MerchantID, fingerprint: [UInt8], deadline: Timestamp, at moment: Timestamp) {
        self.init(
            id: id, merchant: merchant, externalID: request.terms.externalID, orderID: request.terms.orderID, status: .submitting,
            amount: request.terms.amount, tenor: request.terms.tenor, channel: request.terms.channel, authentication: request.terms.authentication,
            card: request.card.summary, fingerprint: fingerprint, deadline: deadline, createdAt: moment, updatedAt: moment)
    }

    /// Whether a charge under this payment has begun and nobody has recorded its end; it may have ended all the same.
    private var isOpen: Bool { answer == nil }

    /// Whether a charge under this payment can still be running somewhere.
    func isRunning(at moment: Timestamp) -> Bool { isOpen && moment < deadline }

    /// Whether the process that charged it must have died before it recorded the end.
    func isAbandoned(at moment: Timestamp) -> Bool { isOpen && moment >= deadline }

    /// Makes an abandoned payment UNKNOWN; leaves any other as it is. Its last attempt may have been sent and not answered.
    mutating func settleIfAbandoned(at moment: Timestamp) {
        guard isAbandoned(at: moment) else { return }
        status = status.after(.abandoned, confirmedBy: confirmedBy)
        answer = .noAnswer("the gateway stopped before it knew what became of the charge", retryable: authentication == .threeDS)
        outcomeInDoubt = true
        updatedAt = moment
    }

    /// The payment as `settleIfAbandoned` makes it.
    func settledIfAbandoned(at moment: Timestamp) -> Payment {
        var payment = self
        payment.settleIfAbandoned(at: moment)
        return payment
    }

    /// The payment as it is shown. Once a callback has spoken, sending the request again helps no more, whatever the attempts came to.
    var withoutRetryIfConfirmed: Payment {
        guard confirmedBy != nil else { return self }
        var payment = self
        payment.answer = answer?.withoutRetry()
        return payment
    }

    /// Whether the same request is attempted anew under this payment, and not answered with the outcome on record.
    ///
    /// Not once a callback has spoken: iFortePay then knows the `externalId`, and a new attempt could only be refused.
    var takesSameRequestAnew: Bool {
        guard confirmedBy == nil, let answer else { return false }
        switch answer.state {
        case .serverError, .networkError: return answer.retryable
        case .authError, .serverValidationError: return true
        case .success, .validationError, .declined, .notFound, .conflict, .internalError, .unavailable: return false
        }
    }

    /// Whether a corrected request is attempted anew under this payment, and not refused as a different one: iFortePay took nothing.
    var takesCorrectedRequestAnew: Bool {
        guard confirmedBy == nil, let answer else { return false }
        return answer.state == .authError || answer.state == .serverValidationError
    }

    /// The record when `request` is about to be sent under this payment's id.
    func attemptedAnew(_ request: ValidRequest, fingerprint: [UInt8], deadline: Timestamp, at moment: Timestamp) -> Payment {
        var payment = self
        payment.orderID = request.terms.orderID
        payment.amount = request.terms.amount
        payment.tenor = request.terms.tenor
        payment.channel = request.terms.channel
        payment.authentication = request.terms.authentication
        payment.card = request.card.summary
        payment.fingerprint = fingerprint
        payment.status = status.after(.attemptedAnew, confirmedBy: confirmedBy)
        payment.answer = nil
        payment.deadline = deadline
        payment.updatedAt = moment
        return payment
    }

    /// Records what a charge came to.
    ///
    /// `deadline` names the charge: when another has begun under this payment since, that one's answer is the one to wait for, but what iFortePay
    /// said of this one is taken in all the same.
    mutating func record(_ end: ChargeEnd, at moment: Timestamp) {
        if deadline == end.deadline { answer = end.result.answer }
        status = status.after(.answered(end.result.status), confirmedBy: confirmedBy)
        redirectURL = end.result.redirectURL ?? redirectURL
        transactionID = transactionID ?? end.result.transactionID
        approvalCode = end.result.approvalCode ?? approvalCode
        outcomeInDoubt = outcomeInDoubt || end.outcomeInDoubt
        updatedAt = max(updatedAt, moment)
    }
}

/// How a charge ended.
struct ChargeEnd: Hashable, Sendable {
    let result: ChargeResult
    /// An attempt was unanswered or got a 5xx.
    let outcomeInDoubt: Bool
    /// The charge's own deadline, by which it is told from another under the same payment.
    let deadline: Timestamp

    /// The same end without the provider's transaction; nil when there is none.
    var withoutTransaction: ChargeEnd? {
        guard result.transactionID != nil else { return nil }
        var result = result
        result.transactionID = nil
        return ChargeEnd(result: result, outcomeInDoubt: outcomeInDoubt, deadline: deadline)
    }
}
