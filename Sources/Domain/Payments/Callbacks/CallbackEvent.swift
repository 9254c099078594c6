/// Port: hears what happens to callbacks, for logs and metrics. It must not block.
public protocol CallbackObserver: Sendable {
    /// Takes note of an event.
    func observe(_ event: CallbackEvent)
    /// Whether it takes any note of such an event: asked first where there is something to prepare for it.
    func wants(_ event: CallbackEvent) -> Bool
}

extension CallbackObserver {
    /// All of them, unless said otherwise.
    public func wants(_ event: CallbackEvent) -> Bool { true }
}

/// Something that happened to callbacks. No event holds a body, a card's data or a key.
///
/// The cases that say much are indirect: else every event would be as large as they are, above all those that a flood of forged callbacks makes.
public enum CallbackEvent: Sendable {
    /// The body was no JSON object.
    case malformed(merchant: MerchantID?, message: String)
    /// The signature did not verify. The reason is for the log, never for the sender.
    case refused(merchant: MerchantID?, reason: String)
    /// A callback was committed, or found on record when it is a repeat.
    indirect case received(CallbackHeading, isRepeat: Bool)
    /// A callback named this payment but disagrees with it, so the payment did not move.
    indirect case mismatched(CallbackID, Mismatch)
    /// A callback was found to belong to a payment, which moved as the callback's word has it.
    case matched(CallbackID, PaymentID)
    /// An attempt to deliver ended and is on record; the callback's `delivery` says what comes next, DEAD included.
    indirect case attempted(CallbackHeading, DeliveryAttempt)
    /// An attempt ended but could not be recorded yet; the sender was told to come again, and recording is tried until it works.
    indirect case unrecorded(CallbackID, DeliveryAttempt, LedgerError)
    /// The ledger failed at something else.
    case ledgerFailed(LedgerError, during: Activity)
    /// A callback was turned away, or its attempt put off, because too much is being handled already.
    case overloaded(merchant: MerchantID?)
    /// At start-up: attempts that a crash had cut short, to be made now.
    case resumed(count: Int)
    /// An operator asked for all dead letters of a merchant to be sent again.
    case redeliveryAsked(MerchantID, count: Int)

    /// What the ledger was needed for.
    public enum Activity: String, Sendable {
        case resolvingPath = "resolving a callback's path"
        case receiving = "receiving a callback"
        case beginningAttempt = "beginning a delivery attempt"
        case scheduling = "looking for callbacks that are due"
        case redelivering = "redelivering a callback"
    }
}
