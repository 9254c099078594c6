/// Why a field of a request could not be read into a draft.
public struct DraftFault: Hashable, Sendable {
    /// The field.
    public let path: FieldPath
    /// What is wrong with it.
    public let kind: Kind

    /// Makes the fault of one field.
    public init(_ path: FieldPath, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The ways a field can be unreadable.
    public enum Kind: Hashable, Sendable {
        /// It has another JSON type than the contract's.
        case type(expected: FieldType)
        /// Its object has it twice, so that two readers could see two values.
        case repeated
    }
}

/// The JSON types of the contract's fields; the raw value completes "must be …".
public enum FieldType: String, Hashable, Sendable {
    case string = "a string"
    /// `150000` and `150000.00`, never `150000.5`, `"150000"` or more than 64 bits.
    case integer = "a whole number, without quotes or a fraction"
    case boolean = "true or false"
    case object = "an object"
    case array = "an array"
}
