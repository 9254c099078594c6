/// A value without parts, for writing.
public enum JSONScalar: Hashable, Sendable {
    /// Text; escaped when it is written.
    case string(String)
    /// A whole number, written in plain digits.
    case integer(Int64)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
}

/// What can be written as a scalar. `SecretBytes` deliberately cannot: a secret is written by a method that says so.
public protocol JSONScalarConvertible {
    /// The scalar that stands for it.
    var jsonScalar: JSONScalar { get }
}

extension JSONScalar: JSONScalarConvertible {
    /// Itself.
    public var jsonScalar: JSONScalar { self }
}

extension String: JSONScalarConvertible {
    /// A string.
    public var jsonScalar: JSONScalar { .string(self) }
}

extension Int64: JSONScalarConvertible {
    /// An integer.
    public var jsonScalar: JSONScalar { .integer(self) }
}

extension Int: JSONScalarConvertible {
    /// An integer.
    public var jsonScalar: JSONScalar { .integer(Int64(self)) }
}

extension Bool: JSONScalarConvertible {
    /// `true` or `false`.
    public var jsonScalar: JSONScalar { .bool(self) }
}

extension Optional: JSONScalarConvertible where Wrapped: JSONScalarConvertible {
    /// The value's scalar, or `null`.
    public var jsonScalar: JSONScalar { self?.jsonScalar ?? .null }
}
