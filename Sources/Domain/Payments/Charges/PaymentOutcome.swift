/// What a payment request came to.
public struct PaymentOutcome: Sendable {
    /// The result contract.
    public let answer: Answer
    /// The payment as it is now; nil when none was recorded.
    public let payment: Payment?
    /// Whether the answer was on record before: then a success is no new payment (HTTP 200, not 201).
    public let isRepeat: Bool

    init(_ answer: Answer, _ payment: Payment? = nil, isRepeat: Bool = false) {
        self.answer = payment?.confirmedBy == nil ? answer : answer.withoutRetry()
        self.payment = payment?.withoutRetryIfConfirmed
        self.isRepeat = isRepeat
    }
}
