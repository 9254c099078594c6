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
        let document = JSONOutputBox()
        try document.object(members)
        return document.take().bytes()
    }

    /// Writes an array that holds no secret.
    public static func array<E: Error>(_ elements: (inout JSONArrayWriter) throws(E) -> Void) throws(E) -> [UInt8] {
        let document = JSONOutputBox()
        try document.array(elements)
        return document.take().bytes()
    }

    /// Writes an object that may hold card data or keys; no copy of it stays in memory that is not wiped.
    public static func secretObject<E: Error>(_ members: (inout JSONObjectWriter) throws(E) -> Void) throws(E) -> SecretBytes {
        let document = JSONOutputBox()
        try document.object(members)
        return document.take().secretBytes()
    }
}
