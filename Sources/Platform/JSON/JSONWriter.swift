public import Secrets

/// Writes one JSON document, compact and always the same for the same calls: members stand in the order in which they were written.
///
/// ```swift
/// let body = JSONWriter.object { object in
///     object.member("state", "SUCCESS")
///     object.array("errors") { errors in
///         for fault in faults { errors.object { $0.member("field", fault.field) } }
///     }
/// }
/// ```
public enum JSONWriter {
    /// Writes an object that holds no secret, such as an answer.
    public static func object<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) -> [UInt8] {
        let output = JSONOutput()
        try output.object(members)
        return output.takeBytes()
    }

    /// Writes an array that holds no secret.
    public static func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) -> [UInt8] {
        let output = JSONOutput()
        try output.array(elements)
        return output.takeBytes()
    }

    /// Writes an object that may hold card data or keys; no copy of it stays in memory that is not wiped.
    public static func secretObject<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) -> SecretBytes {
        let output = JSONOutput()
        try output.object(members)
        return output.takeSecretBytes()
    }
}

/// Writes an object's members. Names are the caller's to keep different.
public struct JSONObjectWriter: ~Copyable {
    private let output: JSONOutput
    private var isEmpty = true

    init(_ output: JSONOutput) {
        self.output = output
    }

    /// A member with a scalar; a nil is written as `null`.
    public mutating func member(_ name: String, _ value: some JSONScalarConvertible) {
        begin(name)
        output.append(value.jsonScalar)
    }

    /// A member with a scalar, or no member when it is nil.
    public mutating func member(_ name: String, ifPresent value: (some JSONScalarConvertible)?) {
        guard let value else { return }
        member(name, value)
    }

    /// A member with a string that is a secret: copied from its buffer into the document, with no `String` on the way.
    public mutating func member(_ name: String, secret: SecretBytes) {
        begin(name)
        secret.withUnsafeBytes { output.appendString($0) }
    }

    /// A member with a value that is JSON already, from a writer or from `JSONValue.rawBytes`; written as it is.
    public mutating func member(_ name: String, json: [UInt8]) {
        begin(name)
        json.withUnsafeBytes { output.append($0) }
    }

    /// A member with an object.
    public mutating func object<E: Error>(_ name: String, _ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        begin(name)
        try output.object(members)
    }

    /// A member with an array.
    public mutating func array<E: Error>(_ name: String, _ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        begin(name)
        try output.array(elements)
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { output.append(ASCII.comma) }
        isEmpty = false
        output.appendString(name)
        output.append(ASCII.colon)
    }
}

/// Writes an array's elements.
public struct JSONArrayWriter: ~Copyable {
    private let output: JSONOutput
    private var isEmpty = true

    init(_ output: JSONOutput) {
        self.output = output
    }

    /// A scalar; a nil is written as `null`.
    public mutating func element(_ value: some JSONScalarConvertible) {
        begin()
        output.append(value.jsonScalar)
    }

    /// A value that is JSON already, from a writer or from `JSONValue.rawBytes`; written as it is.
    public mutating func element(json: [UInt8]) {
        begin()
        json.withUnsafeBytes { output.append($0) }
    }

    /// An object.
    public mutating func object<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        begin()
        try output.object(members)
    }

    /// An array.
    public mutating func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        begin()
        try output.array(elements)
    }

    private mutating func begin() {
        if !isEmpty { output.append(ASCII.comma) }
        isEmpty = false
    }
}

extension JSONOutput {
    func object<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        append(ASCII.leftBrace)
        var writer = JSONObjectWriter(self)
        try members(&writer)
        append(ASCII.rightBrace)
    }

    func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        append(ASCII.leftBracket)
        var writer = JSONArrayWriter(self)
        try elements(&writer)
        append(ASCII.rightBracket)
    }
}
