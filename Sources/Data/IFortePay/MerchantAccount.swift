public import Payments
public import Secrets

/// What a merchant got from iFortePay: its id and the two secrets (specification section 5).
public struct MerchantAccount: Sendable {
    /// `merchant_id`.
    public let merchant: MerchantID
    /// `secret_unbound_id`: authenticates requests.
    let secretUnbound: SecretBytes
    /// `hash_key`: signs requests, and callbacks unless further keys do. Taken as it is: it may contain `+`, `/` and `=`.
    let hashKey: SecretBytes

    /// Makes an account; both secrets are UTF-8 text.
    public init(merchant: MerchantID, secretUnbound: SecretBytes, hashKey: SecretBytes) {
        self.merchant = merchant
        self.secretUnbound = secretUnbound
        self.hashKey = hashKey
    }
}
