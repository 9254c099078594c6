import Payments

/// A request as `GET /sandbox/requests` shows it: what iFortePay was asked, without the card's number and CVN.
struct ReceivedRequest: Sendable {
    /// What came back.
    enum Reply: Hashable, Sendable {
        case answered(status: Int, responseCode: String, error: String?)
        /// Amount `520`: taken, and cut before the answer.
        case cut
        /// Amount `504`.
        case none
    }

    let at: Timestamp
    let path: String
    /// The header `response-type`.
    let responseType: String?
    /// Nil when the body was refused.
    let submission: ChargeSubmission?
    let reply: Reply
}
