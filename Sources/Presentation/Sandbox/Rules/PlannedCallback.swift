/// The words of a callback: its `event`, and `paymentStatus` in its data.
enum CallbackKind: String, Hashable, Sendable {
    case success = "payment.success"
    case failed = "payment.failed"
    case expired = "payment.expired"

    var statusWord: String {
        switch self {
        case .success: "SUCCESS"
        case .failed: "FAILED"
        case .expired: "EXPIRED"
        }
    }
}

/// One callback of a scenario.
struct PlannedCallback: Hashable, Sendable {
    enum Signature: String, Hashable, Sendable {
        case right = "RIGHT"
        /// Of the right form, made with another key.
        case wrong = "WRONG"
    }

    let kind: CallbackKind
    let signature: Signature
    /// How many equal ones are sent at the same moment.
    let copies: Int

    init(_ kind: CallbackKind, signature: Signature = .right, copies: Int = 1) {
        self.kind = kind
        self.signature = signature
        self.copies = copies
    }
}
