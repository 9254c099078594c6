/// What can move a payment's status (contract, section 2, "Status").
public enum PaymentTransition: Hashable, Sendable {
    /// A charge is sent under a payment that has an outcome on record.
    case attemptedAnew
    /// The synchronous answer says so.
    case answered(PaymentStatus)
    /// A verified callback that matches says so.
    case calledBack(PaymentStatus)
    /// The deadline has passed and nobody recorded an answer.
    case abandoned
}

extension PaymentStatus {
    /// The status after a transition. This is the whole table:
    ///
    /// | transition | confirmed by nobody | confirmed by a callback |
    /// |---|---|---|
    /// | attempted anew | SUBMITTING | stays |
    /// | answered | the higher of the two | stays |
    /// | called back | the higher of the two | the higher of the two |
    /// | abandoned | SUBMITTING becomes UNKNOWN, all else stays | stays |
    public func after(_ transition: PaymentTransition, confirmedBy: Confirmation?) -> PaymentStatus {
        switch (transition, confirmedBy) {
        case (.calledBack(let status), _): max(self, status)
        case (_, .callback): self
        case (.attemptedAnew, nil): .submitting
        case (.answered(let status), nil): max(self, status)
        case (.abandoned, nil): self == .submitting ? .unknown : self
        }
    }
}
