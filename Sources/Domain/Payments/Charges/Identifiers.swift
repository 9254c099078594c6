/// What an identifier may consist of: its length and, beside ASCII letters and digits, its punctuation.
public struct IdentifierRule: Sendable {
    /// The longest that is accepted, in characters; the shortest is one.
    public let maximumLength: Int
    /// ASCII punctuation that is allowed beside letters and digits.
    public let punctuation: String

    /// Contract, section 6.
    public static let merchantID = IdentifierRule(maximumLength: 64, punctuation: "_-")
    /// Contract, section 2: the idempotency key.
    public static let externalID = IdentifierRule(maximumLength: 64, punctuation: "-_.")
    /// Contract, section 2; iFortePay's payment page has the same limit.
    public static let orderID = IdentifierRule(maximumLength: 25, punctuation: "-")
    /// Ids that the gateway makes itself: a prefix and a ULID.
    static let own = IdentifierRule(maximumLength: 40, punctuation: "_")

    /// Whether the text keeps the rule.
    public func accepts(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= maximumLength else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: punctuation.utf8.contains(byte)
            }
        }
    }
}

/// The gateway's own id of a payment: `pay_` and a ULID, so ids sort by the time they were made.
public struct PaymentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole id with its prefix.
    public let rawValue: String

    /// A new id from a ULID's text.
    public init(ulid: ULID) {
        rawValue = "pay_" + ulid.description
    }

    /// Nil when the text cannot be a payment's id.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("pay_"), IdentifierRule.own.accepts(text) else { return nil }
        rawValue = String(text)
    }

    /// The id itself.
    public var description: String { rawValue }

    /// By text, which is by time of making.
    public static func < (left: PaymentID, right: PaymentID) -> Bool { left.rawValue < right.rawValue }
}

/// The gateway's own id of a callback: `cb_` and a ULID. The merchant store sees it as `webhook-id`, the same on every attempt.
public struct CallbackID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole id with its prefix.
    public let rawValue: String

    /// A new id from a ULID's text.
    public init(ulid: ULID) {
        rawValue = "cb_" + ulid.description
    }

    /// Nil when the text cannot be a callback's id.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("cb_"), IdentifierRule.own.accepts(text) else { return nil }
        rawValue = String(text)
    }

    /// The id itself.
    public var description: String { rawValue }

    /// By text, which is by time of making.
    public static func < (left: CallbackID, right: CallbackID) -> Bool { left.rawValue < right.rawValue }
}
