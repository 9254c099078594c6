/// A merchant as iFortePay names it: 1–64 of `A–Z a–z 0–9 _ -`.
public struct MerchantID: Hashable, Sendable, CustomStringConvertible {
    /// The name as iFortePay gave it.
    public let rawValue: String

    /// Nil when the text is not a merchant id.
    public init?(_ text: some StringProtocol) {
        guard IdentifierRule.merchantID.accepts(text) else { return nil }
        rawValue = String(text)
    }

    /// The name itself: it is no secret.
    public var description: String { rawValue }
}
