import Crypto
import JSON
public import Secrets

/// Signs callbacks as `payload-hmac` wants it: what iFortePay does, for the sandbox and the command line.
public enum CallbackSigner {
    /// Why a body cannot be signed.
    public enum Fault: Error, Hashable, Sendable {
        /// It is not JSON; the text names rule and place.
        case notJSON(String)
        /// It is JSON but no object.
        case notAnObject
        /// A member stands twice at the top level: such a body verifies nowhere.
        case duplicateName
        /// It has no `data`.
        case noData
    }

    /// The signature of a `data` value's bytes: lower-case hex.
    public static func signature(of data: [UInt8], key: SecretBytes) -> String {
        Hex.encode(HMACSHA256.code(for: data, key: key))
    }

    /// The body with its `signature` set or replaced; every other byte stays as it is.
    public static func sign(_ body: [UInt8], key: SecretBytes) throws(Fault) -> [UInt8] {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: body, skippingByteOrderMark: true).root
        } catch {
            throw .notJSON(error.description)
        }
        guard root.kind == .object else { throw .notAnObject }
        guard !root.hasDuplicateNames else { throw .duplicateName }
        guard let data = root["data"] else { throw .noData }
        let value = Array("\"\(signature(of: data.rawBytes, key: key))\"".utf8)
        if let former = root["signature"] { return body.replacing(former.byteRange, with: value) }
        // The object has `data`, so a comma is right.
        let end = root.byteRange.upperBound - 1
        return body.replacing(end..<end, with: Array(",\"signature\":".utf8) + value)
    }
}

extension [UInt8] {
    fileprivate func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
        Array(self[..<range.lowerBound]) + bytes + self[range.upperBound...]
    }
}
