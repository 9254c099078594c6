/// What is known of a payment. The raw value is the word of the API and of the ledger.
///
/// The order of the cases is the precedence of the contract's section 2: a callback moves a payment only upwards in it.
public enum PaymentStatus: String, CaseIterable, Sendable, Comparable {
    case submitting = "SUBMITTING"
    case unknown = "UNKNOWN"
    case pending = "PENDING"
    case failed = "FAILED"
    case expired = "EXPIRED"
    case succeeded = "SUCCEEDED"
    case voided = "VOIDED"
    case refunded = "REFUNDED"

    private var precedence: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// By precedence, not by time.
    public static func < (left: PaymentStatus, right: PaymentStatus) -> Bool { left.precedence < right.precedence }
}

/// Who said that a payment has its status. Null in the API while only the synchronous answer did.
public enum Confirmation: String, Sendable {
    case callback = "CALLBACK"
}
