/// Writes an array's elements.
public struct JSONArrayWriter: ~Copyable {
    private let document: JSONOutputBox
    private var isEmpty = true

    init(_ document: JSONOutputBox) {
        self.document = document
    }

    /// A scalar; a nil is written as `null`.
    public mutating func element(_ value: some JSONScalarConvertible) {
        begin()
        document.output.append(value.jsonScalar)
    }

    /// A value that is JSON already, from a writer or from `JSONValue.rawBytes`; written as it is.
    public mutating func element(json: [UInt8]) {
        begin()
        json.withUnsafeBytes { document.output.append($0) }
    }

    /// An object.
    public mutating func object<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        begin()
        try document.object(members)
    }

    /// An array.
    public mutating func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        begin()
        try document.array(elements)
    }

    private mutating func begin() {
        if !isEmpty { document.output.append(ASCII.comma) }
        isEmpty = false
    }
}
