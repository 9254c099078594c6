import Crypto
import Payments
import Secrets

/// The demo's merchant and its secrets, made anew for each run. They protect nothing but the run, so they may be printed.
struct DemoCredentials: Sendable {
    let merchantID = "DEMO-MERCHANT"
    /// In the form that iFortePay gives: `0x` and 18 hex digits.
    let secretUnbound = "0x" + Hex.encode(SecureRandom.bytes(9))
    /// Like iFortePay's, it may contain `+` and `/`.
    let hashKey = Base64.encode(SecureRandom.bytes(18))
    /// The key of Standard Webhooks between the gateway and the merchant backend.
    let storeKey = SecureRandom.bytes(32)

    /// The header with which the merchant calls the gateway (specification, section 5).
    var authorization: String { "Basic " + Base64.encode(Array("\(merchantID):\(secretUnbound):\(hashKey)".utf8)) }

    /// The settings of a process that plays a part for this merchant.
    var settings: [String: String] {
        ["GATEWAY_MERCHANT_ID": merchantID, "GATEWAY_SECRET_UNBOUND": secretUnbound, "GATEWAY_HASH_KEY": hashKey]
    }

    /// As the setting `GATEWAY_MERCHANT_STORE_SECRET` has it.
    var storeSecret: String { "whsec_" + Base64.encode(storeKey) }
}
