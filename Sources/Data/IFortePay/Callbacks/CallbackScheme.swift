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
    public var isBuilt: Bool { scheme != nil }

    var scheme: (any SignatureScheme)? {
        switch self {
        case .payloadHMAC: PayloadHMAC()
        case .mcpSignature, .snap: nil
        }
    }
}

/// A way to tell a genuine callback.
protocol SignatureScheme: Sendable {
    /// Whether `key` signed the callback.
    func isGenuine(_ callback: ReceivedCallback, key: HMACSHA256.Key) -> Bool
}

/// `signature` is hex, in either case, of HMAC-SHA256 over the bytes of `data` as received, or over them without insignificant white space.
struct PayloadHMAC: SignatureScheme {
    func isGenuine(_ callback: ReceivedCallback, key: HMACSHA256.Key) -> Bool {
        guard let claimed = callback.signature.withUnescapedBytes({ Hex.decode($0) }) ?? nil else { return false }
        if callback.data.withRawBytes({ key.isValid(claimed, for: $0) }) == true { return true }
        return callback.data.mayHoldWhiteSpace && key.isValid(claimed, for: callback.minifiedData)
    }
}
