/// One finished attempt to hand a callback to the merchant store.
public struct DeliveryAttempt: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// When it began.
    public let at: Timestamp
    /// The merchant store's HTTP status; nil when none came.
    public let httpStatus: Int?
    /// How long the merchant store took.
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

/// What the ledger keeps of a callback beside its body: all that lists show and the schedule goes by. A body may have a MiB, so it is read only
/// where it is sent.
public struct CallbackHeading: Hashable, Sendable {
    /// The merchant store sees it as `webhook-id`, the same on every attempt.
    public let id: CallbackID
    /// What a repeat is recognised by.
    public let identity: CallbackIdentity
    /// The unsigned top-level `event`: shown to people, never the source of a status.
    public let event: String?
    /// The payment it belongs to, when one matched.
    public let payment: PaymentID?
    /// It named a payment but disagreed with it.
    public let mismatch: Bool
    /// When it was committed first.
    public let receivedAt: Timestamp
    /// How far it has come.
    public var delivery: Delivery

    /// Makes a heading.
    public init(
        id: CallbackID, identity: CallbackIdentity, event: String?, payment: PaymentID?, mismatch: Bool, receivedAt: Timestamp, delivery: Delivery
    ) {
        self.id = id
        self.identity = identity
        self.event = event
        self.payment = payment
        self.mismatch = mismatch
        self.receivedAt = receivedAt
        self.delivery = delivery
    }
}

/// A callback as the ledger keeps it, whole. What its heading says is read, and its delivery written, as the callback's own.
@dynamicMemberLookup public struct StoredCallback: Hashable, Sendable {
    /// All but the body.
    public var heading: CallbackHeading
    /// The bytes to forward.
    public let body: [UInt8]

    /// Makes a callback's record.
    public init(_ heading: CallbackHeading, body: [UInt8]) {
        self.heading = heading
        self.body = body
    }

    /// What the heading says.
    public subscript<Value>(dynamicMember path: KeyPath<CallbackHeading, Value>) -> Value { heading[keyPath: path] }

    /// What the heading says and lets change.
    public subscript<Value>(dynamicMember path: WritableKeyPath<CallbackHeading, Value>) -> Value {
        get { heading[keyPath: path] }
        set { heading[keyPath: path] = newValue }
    }
}
