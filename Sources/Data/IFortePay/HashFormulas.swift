import Crypto
public import Secrets

/// `x-req-signature`: lower-case hex of SHA-256 over hash key, external id and order id, one after the other without a separator. It does not
/// cover the body, and `ext-0001O` + `RD-0001` signs as `ext-0001` + `ORD-0001`: it authenticates who sends, not what.
public enum RequestSignature {
    /// The header's value; nil when an id is empty, which iFortePay's own Node SDK sends as an empty signature.
    public static func value(hashKey: SecretBytes, externalID: String, orderID: String) -> String? {
        guard !externalID.isEmpty, !orderID.isEmpty else { return nil }
        var hasher = SHA256.Hasher()
        hasher.update(hashKey)
        hasher.update(utf8: externalID)
        hasher.update(utf8: orderID)
        return hasher.finish().hex
    }
}

/// `mcp-signature`, the header of card callbacks (iFortePay's payment-page/callback and payment-gateway/callback): lower-case hex of SHA-256 over
/// transaction id, `x-req-signature` and, where there is one, the sub-merchant's id. It covers neither amount nor status, and is the same for every
/// callback of a transaction.
public enum CardCallbackSignature {
    /// The header's value.
    public static func value(transactionID: String, requestSignature: String, subMerchantID: String = "") -> String {
        SHA256.digest(Array((transactionID + requestSignature + subMerchantID).utf8)).hex
    }
}

extension SecretBuffer {
    mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
}
