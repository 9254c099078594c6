/// The rules a field can break: the words of `FieldError.code`, in one place.
enum FieldRule: String {
    /// Absent or null without a default.
    case required
    /// Another JSON type.
    case type
    /// Twice in its object.
    case repeated
    /// Too short or too long.
    case length
    /// Characters or a shape that the field does not have.
    case format
    /// A number outside its bounds.
    case range
    /// Not one of the words that the field knows.
    case value
    /// Two fields say different things.
    case contradiction
    /// Items that do not add up to the amount.
    case sum
    /// None or more than one of `cardDetails`' four forms.
    case form
    /// The check digit does not fit.
    case luhn
    /// The card's last month is over.
    case expired
    /// The chip does not say until when the card is good.
    case noExpiry = "card.no_expiry"
    /// The merchant has no such terminal or read.
    case notFound = "not_found"
    /// The read waits for its card.
    case readUnfinished = "read.unfinished"
    /// The read ended without a card.
    case readFailed = "read.failed"
    /// The read's card can be charged no more.
    case readExpired = "read.expired"
    /// The read is another payment's.
    case readUsed = "read.used"
    /// The body is no JSON object that could be read.
    case json
}

extension FieldError {
    /// The error of a field that breaks a rule.
    init(_ path: FieldPath, _ rule: FieldRule, _ message: String) {
        self.init(field: path.description, code: rule.rawValue, message: message)
    }

    /// The error of a field that could not be read.
    public init(_ fault: DraftFault) {
        switch fault.kind {
        case .type(let expected): self.init(fault.path, .type, "must be \(expected.rawValue)")
        case .repeated: self.init(fault.path, .repeated, "must be given once")
        }
    }
}
