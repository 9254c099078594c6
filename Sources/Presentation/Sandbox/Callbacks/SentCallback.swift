import Payments

/// A callback as `GET /sandbox/callbacks` shows it.
struct SentCallback: Sendable {
    struct Attempt: Sendable {
        let at: Timestamp
        /// Nil when no answer came.
        let httpStatus: Int?
        let durationMilliseconds: Int64
        /// Why no answer came.
        let error: String?
    }

    enum Progress: String, Sendable {
        /// An attempt runs or is due.
        case pending = "PENDING"
        case delivered = "DELIVERED"
        /// The schedule is over, and 200 never came.
        case givenUp = "GIVEN_UP"
    }

    let transactionID: String
    let externalID: String
    let kind: CallbackKind
    let signature: PlannedCallback.Signature
    let url: String
    var progress = Progress.pending
    var attempts: [Attempt] = []
    var nextAttemptAt: Timestamp?
}
