public import Secrets

/// Writes an object's members. Names are the caller's to keep different.
public struct JSONObjectWriter: ~Copyable {
    private let document: JSONOutputBox
    private var isEmpty = true

    init(_ document: JSONOutputBox) {
        self.document = document
    }

    /// A member with a scalar; a nil is written as `null`.
    public mutating func member(_ name: String, _ value: some JSONScalarConvertible) {
        begin(name)
        document.output.append(value.jsonScalar)
    }

    /// A member with a scalar, or no member when it is nil.
    public mutating func member(_ name: String, ifPresent value: (some JSONScalarConvertible)?) {
        guard let value else { return }
        member(name, value)
    }

    /// A member with a string that is a secret: copied from its buffer into the document, with no `String` on the way.
    public mutating func member(_ name: String, secret: SecretBytes) {
        begin(name)
        secret.withUnsafeBytes { document.output.appendString($0) }
    }

    /// A member with a value that is JSON already, from a writer or from `JSONValue.rawBytes`; written as it is.
    public mutating func member(_ name: String, json: [UInt8]) {
        begin(name)
        json.withUnsafeBytes { document.output.append($0) }
    }

    /// A member with an object.
    public mutating func object<E: Error>(_ name: String, _ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        begin(name)
        try document.object(members)
    }

    /// A member with an array.
    public mutating func array<E: Error>(_ name: String, _ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        begin(name)
        try document.array(elements)
    }

    private mutating func begin(_ name: String) {
        document.output.beginMember(name, isFirst: isEmpty)
        isEmpty = false
    }
}
