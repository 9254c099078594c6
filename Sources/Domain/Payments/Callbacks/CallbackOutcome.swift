/// Where a callback was posted to: a path that the service knows. Only `CallbackService.resolve` makes one with names in it.
public struct CallbackPath: Hashable, Sendable {
    /// The merchant that the path names; nil for the bare path, which tries every merchant's keys.
    public let merchant: MerchantID?
    /// The payment that the path names.
    public let payment: PaymentID?

    init(merchant: MerchantID?, payment: PaymentID?) {
        self.merchant = merchant
        self.payment = payment
    }

    /// `/callback` alone.
    public static var bare: CallbackPath { CallbackPath(merchant: nil, payment: nil) }
}

/// Whether a callback's path leads anywhere. It is asked before the body is read.
public enum CallbackPathResolution: Hashable, Sendable {
    /// It does.
    case known(CallbackPath)
    /// There is no such merchant, or it has no such payment.
    case unknown
    /// The ledger could not say; the caller may try again after this time.
    case unavailable(retryAfter: Duration)
}

/// What the sender of a callback is told (contract, section 4).
public enum CallbackOutcome: Hashable, Sendable {
    /// The merchant store answered 200 for it, now or earlier, or it is committed where that is enough.
    case accepted
    /// It is committed, but the merchant store did not answer 200: the provider is to send it again.
    case notAccepted
    /// The body is not a JSON object; the message names place and rule.
    case malformed(message: String)
    /// `data` or `signature` is missing or wrong: nothing was stored or forwarded.
    case invalidSignature
    /// The gateway cannot answer for it now; the sender may try again after this time.
    case unavailable(retryAfter: Duration)
}

/// What an operator who asked for a redelivery is told.
public enum RedeliveryOutcome: Hashable, Sendable {
    /// The merchant store answered 200.
    case accepted
    /// It did not.
    case notAccepted
    /// An attempt is running already.
    case conflict
    /// The merchant has no such callback.
    case notFound
    /// The gateway cannot do it now; the caller may try again after this time.
    case unavailable(retryAfter: Duration)
}

/// A callback with the attempts on record.
public struct CallbackRecord: Hashable, Sendable {
    /// As the ledger has it.
    public let callback: CallbackHeading
    /// Oldest first.
    public let attempts: [DeliveryAttempt]
}

/// What a received callback comes to.
public enum CallbackReception: Sendable {
    /// This.
    case concluded(CallbackOutcome)
    /// It is genuine. Called once, the closure takes it and answers what came of that; not called, nothing has been taken.
    case genuine(@Sendable () async -> CallbackOutcome)

    /// What comes of it in the end.
    public var outcome: CallbackOutcome {
        get async {
            switch self {
            case .concluded(let outcome): outcome
            case .genuine(let take): await take()
            }
        }
    }
}
