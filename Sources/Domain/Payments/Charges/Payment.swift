/// What is kept of a card: never enough to charge it.
public struct CardSummary: Hashable, Sendable {
    /// The network's name as the API shows it, nil for a stored token.
    public let network: String?
    /// The first six digits, nil for a stored token.
    public let first6: String?
    /// The last four digits, nil for a stored token.
    public let last4: String?
    /// 1–12, nil for a stored token.
    public let expiryMonth: Int?
    /// Four digits, nil for a stored token.
    public let expiryYear: Int?
    /// Where the card came from.
    public let source: CardSource

    /// Makes a summary.
    public init(network: String?, first6: String?, last4: String?, expiryMonth: Int?, expiryYear: Int?, source: CardSource) {
        self.network = network
        self.first6 = first6
        self.last4 = last4
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
        self.source = source
    }
}

/// A payment as the ledger keeps it. It holds no card number, no CVV and no digest of either.
public struct Payment: Hashable, Sendable {
    /// The gateway's own id.
    public let id: PaymentID
    /// Whose payment it is.
    public let merchant: MerchantID
    /// The idempotency key, unique per merchant.
    public let externalID: String
    /// The merchant's order; several payments may be for one.
    public var orderID: String
    /// What is known of it now.
    public var status: PaymentStatus
    /// Who said so; nil while only the synchronous answer did.
    public var confirmedBy: Confirmation?
    /// A callback matched this payment's ids but disagreed in amount, order or currency.
    public var mismatch: Bool
    /// Whole rupiah.
    public var amount: Int64
    /// In how many instalments it is paid.
    public var tenor: Tenor
    /// Through which of iFortePay's channels.
    public var channel: AcquirerChannel
    /// Whether the payer confirms it on the acquirer's page.
    public var authentication: Authentication
    /// What is kept of the card.
    public var card: CardSummary
    /// The acquirer's page for the payer; never logged.
    public var redirectURL: String?
    /// iFortePay's id; bound by the first match, unique per merchant.
    public var transactionID: String?
    /// The issuer's, when a direct charge was approved.
    public var approvalCode: String?
    /// SHA-256 over the canonical form of the request (`RequestFingerprint`): tells "the same request" from another.
    public var fingerprint: [UInt8]
    /// What was last answered; nil while SUBMITTING for the first time.
    public var answer: Answer?
    /// An attempt under this `externalID` was unanswered or got a 5xx: a later refusal may mean "already taken".
    public var outcomeInDoubt: Bool
    /// While SUBMITTING: when the charge has ended at the latest. After it a start-up makes the payment UNKNOWN.
    public var deadline: Timestamp
    /// When its first request came.
    public let createdAt: Timestamp
    /// When its record last changed.
    public var updatedAt: Timestamp

    /// Makes a payment's record.
    public init(
        id: PaymentID, merchant: MerchantID, externalID: String, orderID: String, status: PaymentStatus, confirmedBy: Confirmation? = nil,
        mismatch: Bool = false, amount: Int64, tenor: Tenor, channel: AcquirerChannel, authentication: Authentication, card: CardSummary,
        redirectURL: String? = nil, transactionID: String? = nil, approvalCode: String? = nil, fingerprint: [UInt8], answer: Answer? = nil,
        outcomeInDoubt: Bool = false, deadline: Timestamp, createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.merchant = merchant
        self.externalID = externalID
        self.orderID = orderID
        self.status = status
        self.confirmedBy = confirmedBy
        self.mismatch = mismatch
        self.amount = amount
        self.tenor = tenor
        self.channel = channel
        self.authentication = authentication
        self.card = card
        self.redirectURL = redirectURL
        self.transactionID = transactionID
        self.approvalCode = approvalCode
        self.fingerprint = fingerprint
        self.answer = answer
        self.outcomeInDoubt = outcomeInDoubt
        self.deadline = deadline
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
