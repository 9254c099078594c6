import Payments

extension LogEvent {
    /// What happens to payments.
    init(_ event: PaymentEvent) {
        switch event {
        case .began(let id, let merchant): self.init(.info, "payment.began", ["payment": .id(id), "merchant": .id(merchant)])
        case .attemptEnded(let id, let number, let word, let detail):
            self.init(
                word.isFault ? .warning : .info, "payment.attempted",
                ["payment": .id(id), "attempt": .number(Int64(number)), "outcome": .own(word.rawValue), "detail": .outside(detail)])
        case .ended(let id, let state, let status):
            self.init(.info, "payment.ended", ["payment": .id(id), "state": .own(state.rawValue), "status": .own(status.rawValue)])
        case .notTaken(let merchant, let cause):
            self.init(.warning, "payment.not_taken", ["merchant": .id(merchant), "reason": .own(cause.rawValue)])
        case .ledgerFailed(let error, let task): self = .ledgerFailed(error, during: task)
        case .resultNotRecorded(let id, let state, let error):
            self.init(
                .error, "payment.result_not_recorded", ["payment": .id(id), "state": .own(state.rawValue), "reason": .outside(error.reason)])
        case .transactionNotBound(let id): self.init(.warning, "payment.transaction_not_bound", ["payment": .id(id)])
        case .resultLost(let id, let state):
            self.init(.error, "payment.result_lost", ["payment": .id(id), "state": .own(state.rawValue)])
        case .settledAbandoned(let count): self.init(.warning, "payments.settled", ["count": .number(Int64(count))])
        }
    }
}

extension AttemptWord {
    /// Whether iFortePay or the way to it failed, rather than decided.
    fileprivate var isFault: Bool {
        switch self {
        case .redirect, .approved, .declined, .rejected: false
        case .unauthorized, .providerFault, .notSent, .unanswered: true
        }
    }
}
