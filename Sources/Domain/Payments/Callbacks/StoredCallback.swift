/// The word of the API for how far a callback's delivery has come.
public enum DeliveryStatus: String, CaseIterable, Sendable {
    case pending = "PENDING"
    case delivered = "DELIVERED"
    case dead = "DEAD"
}

/// Where a callback's delivery to the merchant store stands.
public struct Delivery: Hashable, Sendable {
    public var status: DeliveryStatus
    /// Attempts of the schedule that are used up: 0 before the first attempt has ended, 4 when none is left.
    public var slotsUsed: Int
    /// When the schedule's next attempt is due; nil when none is.
    public var nextAttemptAt: Timestamp?
    /// How many attempts are on record, those outside the schedule included.
    public var attemptsMade: Int

    /// Makes a delivery's standing.
    public init(status: DeliveryStatus, slotsUsed: Int, nextAttemptAt: Timestamp?, attemptsMade: Int) {
        self.status = status
        self.slotsUsed = slotsUsed
        self.nextAttemptAt = nextAttemptAt
        self.attemptsMade = attemptsMade
    }
}

/// One finished attempt to hand a callback to the merchant store.
public struct DeliveryAttempt: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// When it began.
    public let at: Timestamp
    /// The merchant store's HTTP status; nil when none came.
    public let httpStatus: Int?
    public let durationMilliseconds: Int64
    /// Why there is no status, for a person; nil when one came.
    public let error: String?

    /// Makes the record of an attempt.
    public init(number: Int, at: Timestamp, httpStatus: Int?, durationMilliseconds: Int64, error: String?) {
        self.number = number
        self.at = at
        self.httpStatus = httpStatus
        self.durationMilliseconds = durationMilliseconds
        self.error = error
    }
}

/// A callback as the ledger keeps it.
public struct StoredCallback: Hashable, Sendable {
    public let id: CallbackID
    public let identity: CallbackIdentity
    public let event: String?
    /// The payment it belongs to, when one matched.
    public let payment: PaymentID?
    /// It named a payment but disagreed with it.
    public let mismatch: Bool
    /// The bytes to forward.
    public let body: [UInt8]
    public let receivedAt: Timestamp
    public var delivery: Delivery

    /// Makes a callback's record.
    public init(
        id: CallbackID, identity: CallbackIdentity, event: String?, payment: PaymentID?, mismatch: Bool, body: [UInt8], receivedAt: Timestamp,
        delivery: Delivery
    ) {
        self.id = id
        self.identity = identity
        self.event = event
        self.payment = payment
        self.mismatch = mismatch
        self.body = body
        self.receivedAt = receivedAt
        self.delivery = delivery
    }
}
