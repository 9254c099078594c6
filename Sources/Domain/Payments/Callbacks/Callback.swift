public import Secrets

/// What a verified callback says. Only values inside the signed `data` stand here; everything is optional because providers differ.
public struct CallbackContent: Hashable, Sendable {
    /// `transactionId` or `transaction_id`.
    public let transactionID: String?
    /// `externalId` or `external_id`.
    public let externalID: String?
    /// `orderId` or `order_id`.
    public let orderID: String?
    /// `paymentStatus`, `transaction_status` or `status`, as written.
    public let statusWord: String?
    /// Whole rupiah; nil when absent or not a whole number.
    public let amount: Int64?
    /// For instance `IDR`.
    public let currency: String?

    /// Makes the content.
    public init(transactionID: String?, externalID: String?, orderID: String?, statusWord: String?, amount: Int64?, currency: String?) {
        self.transactionID = transactionID
        self.externalID = externalID
        self.orderID = orderID
        self.statusWord = statusWord
        self.amount = amount
        self.currency = currency
    }
}

/// A callback whose signature was verified with a key of `merchant`.
public struct VerifiedCallback: Sendable {
    /// The merchant whose key verified it.
    public let merchant: MerchantID
    /// The unsigned top-level `event`: shown to people, never the source of a status.
    public let event: String?
    /// What `data` says.
    public let content: CallbackContent
    /// SHA-256 of `data` without insignificant white space.
    public let contentDigest: [UInt8]
    /// The request's body to the letter: what is forwarded.
    public let body: [UInt8]

    /// Makes a verified callback; only a `CallbackVerifier` should.
    public init(merchant: MerchantID, event: String?, content: CallbackContent, contentDigest: [UInt8], body: [UInt8]) {
        self.merchant = merchant
        self.event = event
        self.content = content
        self.contentDigest = contentDigest
        self.body = body
    }
}

/// What makes two callbacks the same one: merchant, transaction and content (contract, section 4).
public struct CallbackIdentity: Hashable, Sendable {
    /// The merchant whose key verified it.
    public let merchant: MerchantID
    /// iFortePay's id of the transaction; nil when `data` has none.
    public let transactionID: String?
    /// SHA-256 of `data` without insignificant white space.
    public let contentDigest: [UInt8]

    /// An identity as the ledger has it on record.
    public init(merchant: MerchantID, transactionID: String?, contentDigest: [UInt8]) {
        self.merchant = merchant
        self.transactionID = transactionID
        self.contentDigest = contentDigest
    }

    /// The identity of a verified callback.
    public init(_ callback: VerifiedCallback) {
        merchant = callback.merchant
        transactionID = callback.content.transactionID
        contentDigest = callback.contentDigest
    }
}

/// Port: whether a request's body is a genuine callback.
public protocol CallbackVerifier: Sendable {
    /// Verifies the body with the keys of `merchant`, or of every merchant when nil: the one that verifies names the merchant.
    ///
    /// The bytes are the caller's: what a genuine callback keeps of them is a copy.
    func verify(body: SecretBytes, merchant: MerchantID?) -> CallbackVerification
}

/// A verifier's finding.
public enum CallbackVerification: Sendable {
    /// The body is not a JSON object; the message names place and rule.
    case malformed(message: String)
    /// `data` or `signature` is missing or wrong. The reason is for the log, never for the answer.
    case refused(reason: String)
    /// It is genuine.
    case verified(VerifiedCallback)
}
