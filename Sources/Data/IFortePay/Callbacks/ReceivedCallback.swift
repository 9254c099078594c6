import JSON
import Secrets

/// A callback's body, read as far as verifying it needs.
struct ReceivedCallback {
    /// The signed value.
    let data: JSONValue
    /// Its bytes without insignificant white space.
    var minifiedData: [UInt8] { data.minified() }
    /// As claimed; it may be no text.
    let signature: JSONValue
    /// Unsigned; nil when absent or no text.
    var event: String? { root["event"]?.string }
    private let root: JSONValue

    /// Why a body is no callback that could be verified.
    enum Fault: Error {
        /// It is not a JSON object.
        case malformed(String)
        /// It is one, but lacks what is needed or says it twice.
        case unverifiable(String)
    }

    init(_ body: SecretBytes) throws(Fault) {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body, skippingByteOrderMark: true).root
        } catch {
            throw .malformed(error.description)
        }
        guard root.kind == .object else { throw .malformed("the JSON must be an object") }
        // Which of two a reader takes differs from reader to reader: what was signed might not be what is acted on.
        guard !root.hasDuplicateNames else { throw .unverifiable("a member stands twice at the top level") }
        guard let data = root["data"] else { throw .unverifiable("data is missing") }
        guard let signature = root["signature"] else { throw .unverifiable("signature is missing") }
        self.root = root
        self.data = data
        self.signature = signature
    }
}
