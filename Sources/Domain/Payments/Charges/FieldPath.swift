/// Where a field stands in a request, as the result contract shows it: `cardDetails.cardNumber`, `itemDetails[0].qty`, `$` for the whole body.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    private let text: String

    /// The whole body.
    public static let body = FieldPath(text: "$")

    private init(text: String) {
        self.text = text
    }

    /// A field of the request's outermost object.
    public init(_ field: PaymentField) {
        text = field.rawValue
    }

    /// A member of the object at this path; of the body itself when the path is `$`.
    public func member(_ name: some RawRepresentable<String>) -> FieldPath {
        FieldPath(text: self == .body ? name.rawValue : "\(text).\(name.rawValue)")
    }

    /// An element of the array at this path, counted from 0.
    public func element(_ index: Int) -> FieldPath {
        FieldPath(text: "\(text)[\(index)]")
    }

    /// The path as the contract writes it.
    public var description: String { text }

    /// The path itself and those it stands inside, the innermost first; `$` is left out.
    var andEnclosing: [FieldPath] {
        let bytes = text.utf8
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") || bytes[$0] == UInt8(ascii: "[") }
        return [self] + ends.reversed().map { FieldPath(text: String(text[..<$0])) }
    }
}
