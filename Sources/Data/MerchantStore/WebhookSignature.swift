import Crypto
import Secrets

/// The `webhook-signature` header (Standard Webhooks): `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.
public enum WebhookSignature {
    /// The header's value; `timestamp` is in Unix seconds.
    public static func value(id: String, timestamp: Int64, body: [UInt8], secret: WebhookSecret) -> String {
        "v1," + Base64.encode(HMACSHA256.code(for: Array("\(id).\(timestamp).".utf8) + body, key: secret.key))
    }
}
