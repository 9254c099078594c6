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
    /// No terminal is attached to this gateway.
    case terminalUnavailable = "terminal.unavailable"
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
