/// Port: the durable record of payments and callbacks.
public protocol Ledger: PaymentLedger, CallbackLedger {
    /// Whether the ledger answers and can be written: for `/readyz`.
    func check() async throws(LedgerError)
}

/// The payments' part of the ledger.
///
/// Each writing call is one transaction: when it returns, the change is committed and survives kill -9; when it throws, nothing changed. The rules
/// come in as pure closures that run inside the transaction on what it read, so that two instances over one database cannot decide on stale rows.
public protocol PaymentLedger: Sendable {
    /// Reads the payment under the merchant's `externalID` and writes what `decide` makes of it.
    func admit(
        merchant: MerchantID, externalID: String, decide: @escaping @Sendable (Payment?) -> PaymentAdmission
    ) async throws(LedgerError) -> PaymentAdmission

    /// Changes one payment; answers it as written, nil when there is none.
    func updatePayment(_ id: PaymentID, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Payment?

    /// A merchant's payment; nil when it has none of that id.
    func payment(_ id: PaymentID, of merchant: MerchantID) async throws(LedgerError) -> Payment?

    /// A merchant's payments, newest first.
    func payments(_ query: PaymentQuery) async throws(LedgerError) -> Page<Payment>

    /// Changes every payment that has no answer on record although its deadline is not after `moment`: its process died. Answers how many changed.
    func settleAbandoned(before moment: Timestamp, _ change: @escaping @Sendable (inout Payment) -> Void) async throws(LedgerError) -> Int
}

/// The callbacks' part of the ledger; what is said of the payments' part holds here, too.
public protocol CallbackLedger: Sendable {
    /// Keeps a callback unless one of its identity is kept already, and moves the payment it belongs to in the same transaction.
    /// `decide` gets the payments that may be meant.
    func receive(
        _ callback: VerifiedCallback, pathPayment: PaymentID?, decide: @escaping @Sendable (MatchCandidates) -> CallbackAdmission
    ) async throws(LedgerError) -> ReceivedCallback

    /// Records a finished attempt and the delivery's new standing, which `advance` computes from the one on record; answers the callback as written.
    func recordAttempt(
        _ attempt: DeliveryAttempt, of id: CallbackID, advance: @escaping @Sendable (Delivery) -> Delivery
    ) async throws(LedgerError) -> StoredCallback?

    /// One callback by id; nil when there is none.
    func callback(_ id: CallbackID) async throws(LedgerError) -> StoredCallback?

    /// The attempts on record, oldest first.
    func attempts(of id: CallbackID) async throws(LedgerError) -> [DeliveryAttempt]

    /// A merchant's callbacks, newest first.
    func callbacks(_ query: CallbackQuery) async throws(LedgerError) -> Page<StoredCallback>

    /// Changes a delivery's standing; answers the callback as written, nil when there is none. This is where an attempt is claimed: the change
    /// runs inside the transaction, so that of two claimants only one sees the delivery idle.
    func updateDelivery(of id: CallbackID, _ change: @escaping @Sendable (inout Delivery) -> Void) async throws(LedgerError) -> StoredCallback?

    /// Changes every delivery of a kind, in one transaction; answers how many.
    func updateDeliveries(_ kind: DeliverySelection, _ change: @escaping @Sendable (inout Delivery) -> Void) async throws(LedgerError) -> Int

    /// The merchants' callbacks whose `dueAt` is not after `moment`, earliest first, at most `limit`.
    func dueCallbacks(of merchants: Set<MerchantID>, at moment: Timestamp, limit: Int) async throws(LedgerError) -> [StoredCallback]

    /// The earliest `dueAt` after `moment` among the merchants' callbacks; nil when there is none.
    func nextCallbackDue(of merchants: Set<MerchantID>, after moment: Timestamp) async throws(LedgerError) -> Timestamp?
}

/// Why the ledger did not do as asked. The text names file and cause for the log; it is never shown to a caller.
public enum LedgerError: Error, Hashable, Sendable {
    /// Full, unwritable, locked, corrupt, unreachable.
    case unavailable(String)
    /// Too much is waiting to be written.
    case overloaded
    /// The ledger is closed: the service is stopping.
    case closed
}

/// Which deliveries to change at once.
public enum DeliverySelection: Hashable, Sendable {
    /// Those on record as running: after a start, attempts that a crash cut short.
    case interrupted
    /// A merchant's dead letters.
    case dead(MerchantID)
}

/// What to do with a payment request, decided on the payment that is on record under its key.
public enum PaymentAdmission: Sendable {
    /// Write this payment: a new one, or the one on record attempted anew.
    case record(Payment)
    /// Write nothing: the outcome on record stands.
    case replay(Payment)
    /// Write nothing: the key is taken by a different request, or the first one is still running.
    case conflict(Payment, reason: String)
    /// Write nothing: the request breaks our own rules.
    case invalid([FieldError])
}

/// The payments that a callback may mean, in the order of the contract's section 4.
public struct MatchCandidates: Sendable {
    /// The payment that already bears its transactionId.
    public let bearingTransaction: Payment?
    /// The payment whose `externalID` its data names.
    public let namedByExternalID: Payment?
    /// The payment that the path names.
    public let namedByPath: Payment?

    /// Makes the set.
    public init(bearingTransaction: Payment?, namedByExternalID: Payment?, namedByPath: Payment?) {
        self.bearingTransaction = bearingTransaction
        self.namedByExternalID = namedByExternalID
        self.namedByPath = namedByPath
    }
}

/// What to write for a callback that is new.
public struct CallbackAdmission: Sendable {
    /// The callback to keep.
    public let callback: StoredCallback
    /// The payment as it is to be after the callback; nil when none moves.
    public let payment: Payment?

    /// Makes the admission.
    public init(callback: StoredCallback, payment: Payment?) {
        self.callback = callback
        self.payment = payment
    }
}

/// What became of a received callback.
public struct ReceivedCallback: Sendable {
    /// As it is on record.
    public let callback: StoredCallback
    /// Whether it was on record before.
    public let isRepeat: Bool

    /// Makes the finding.
    public init(callback: StoredCallback, isRepeat: Bool) {
        self.callback = callback
        self.isRepeat = isRepeat
    }
}
