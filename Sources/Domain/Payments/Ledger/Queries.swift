/// One page of a list, newest first.
public struct Page<Element: Sendable>: Sendable {
    /// At most as many as were asked for.
    public let items: [Element]
    /// Give it back as the next query's `cursor`; nil on the last page.
    public let nextCursor: String?

    /// Makes a page.
    public init(items: [Element], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}

/// How long a page may be.
public enum PageLimit {
    /// What a caller may ask for.
    public static let range = 1...100
    /// What it gets without asking.
    public static let standard = 50
}

/// Which payments to list. The cursor is the id of the last payment of the page before.
public struct PaymentQuery: Sendable {
    /// Whose payments.
    public var merchant: MerchantID
    /// Only the one under this idempotency key.
    public var externalID: String?
    /// Only those of this order.
    public var orderID: String?
    /// Only those with this status.
    public var status: PaymentStatus?
    /// Exclusive.
    public var createdAfter: Timestamp?
    /// Exclusive.
    public var createdBefore: Timestamp?
    /// How many at most.
    public var limit = PageLimit.standard
    /// The last payment of the page before.
    public var cursor: PaymentID?

    /// All payments of a merchant.
    public init(merchant: MerchantID) {
        self.merchant = merchant
    }
}

/// Which callbacks to list. The cursor is the id of the last callback of the page before.
public struct CallbackQuery: Sendable {
    /// Whose callbacks.
    public var merchant: MerchantID
    /// Only those with this standing.
    public var status: DeliveryStatus?
    /// Only those of this transaction of iFortePay's.
    public var transactionID: String?
    /// How many at most.
    public var limit = PageLimit.standard
    /// The last callback of the page before.
    public var cursor: CallbackID?

    /// All callbacks of a merchant.
    public init(merchant: MerchantID) {
        self.merchant = merchant
    }
}
