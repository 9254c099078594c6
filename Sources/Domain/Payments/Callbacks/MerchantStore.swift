/// Port: the merchant's own backend, which accepts callbacks.
public protocol MerchantStore: Sendable {
    /// Whether the merchant has a URL. Without one the ledger itself is the merchant store: committing is accepting.
    func hasAddress(_ merchant: MerchantID) -> Bool

    /// Posts the callback's bytes once; only HTTP 200 is acceptance. Never throws: a failure is a result. It ends within a time-out of its own
    /// (10 s, contract, section 4), and at once when its task is cancelled.
    func deliver(_ callback: StoredCallback, attempt number: Int, at moment: Timestamp) async -> DeliveryResult
}

/// What one attempt to deliver brought.
public enum DeliveryResult: Hashable, Sendable {
    /// The merchant store answered, with this HTTP status.
    case answered(status: Int)
    /// It did not; the reason is for a person and holds no secret.
    case failed(reason: String)
}
