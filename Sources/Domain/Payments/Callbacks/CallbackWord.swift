extension PaymentStatus {
    /// The status that a callback's word means; nil for every other word, which moves nothing (contract, section 2, "Status").
    ///
    /// SUCCESS, FAILED and EXPIRED are the payment page's words, PAID the inquiry's, CANCELED the dashboard's (iFortePay's documentation).
    public init?(callbackWord word: String) {
        switch word {
        case "SUCCESS", "PAID": self = .succeeded
        case "FAILED": self = .failed
        case "EXPIRED": self = .expired
        case "VOID", "VOIDED", "CANCELED": self = .voided
        case "REFUNDED": self = .refunded
        default: return nil
        }
    }
}
