import Crypto
import JSON

/// How iFortePay signs callbacks; the raw value is the word of the configuration.
public enum CallbackScheme: String, CaseIterable, Sendable {
    /// The specification's: HMAC-SHA256 over `data`, in the body's `signature` (contract section 4).
    case payloadHMAC = "payload-hmac"
    /// The header of card callbacks. Not built yet.
    case mcpSignature = "mcp-signature"
    /// SNAP payment-notify. Not built yet.
    case snap

    /// Whether this version can verify it.
    public var isBuilt: Bool {
        switch self {
        case .payloadHMAC: true
        case .mcpSignature, .snap: false
        }
    }

    /// Whether `key` signed the callback in this way. With a scheme that is not built nothing is genuine.
    func isGenuine(_ callback: ReceivedCallback, key: HMACSHA256.Key) -> Bool {
        switch self {
        case .payloadHMAC: PayloadHMAC.isGenuine(callback, key: key)
        case .mcpSignature, .snap: false
        }
    }
}

/// `signature` is hex, in either case, of HMAC-SHA256 over the bytes of `data` as received, or over them without insignificant white space.
private enum PayloadHMAC {
    static func isGenuine(_ callback: ReceivedCallback, key: HMACSHA256.Key) -> Bool {
        let isGenuine = callback.signature.withUnescapedBytes { claimed in
            if callback.data.withRawBytes({ key.isValid(hexadecimal: claimed, for: $0) }) == true { return true }
            guard callback.data.mayHoldWhiteSpace else { return false }
            return callback.minifiedData.withUnsafeBytes { key.isValid(hexadecimal: claimed, for: $0) }
        }
        return isGenuine ?? false
    }
}
