/// The merchants whose callbacks are taken, and the bounds of their handling.
public struct CallbackSettings: Sendable {
    /// The merchants served here, each with what counts as accepted for it.
    public var merchants: [MerchantID: AcknowledgeMode]
    /// When failed attempts are made again.
    public var schedule = RetrySchedule.standard
    /// In mode `merchant`: how long after its time the provider's repeat is waited for before the gateway makes the attempt (contract, section 4).
    public var grace: Duration = .seconds(15)
    /// Callbacks that are being handled at one time; more are turned away.
    public var maximumHandled: Int
    /// Deliveries that run at one time, and for how long a callback waits for its turn.
    public var deliveries: DeliveryLimits
    /// What a sender that is turned away is told to wait.
    public var retryAfter: Duration = .seconds(5)
    /// The pause before a ledger that failed is tried again.
    public var ledgerPause: Duration = .seconds(1)

    /// The contract's times, and what else is said.
    public init(merchants: [MerchantID: AcknowledgeMode], maximumHandled: Int, deliveries: DeliveryLimits) {
        self.merchants = merchants
        self.maximumHandled = maximumHandled
        self.deliveries = deliveries
    }
}

/// How many deliveries may run at one time.
public struct DeliveryLimits: Hashable, Sendable {
    /// For all merchants together.
    public var total: Int
    /// For one merchant where there are several, so that one store that hangs does not starve the others. A lone merchant has all of them.
    public var perMerchant: Int
    /// How long a callback whose sender waits may wait for its turn; then the scheduler makes the attempt later.
    public var turnWithin: Duration = .seconds(10)

    /// Sets both numbers.
    public init(total: Int, perMerchant: Int) {
        self.total = total
        self.perMerchant = perMerchant
    }
}
