/// What the sandbox does with a charge: chosen by the last three digits of its amount (contract, section 7).
struct Scenario: Hashable, Sendable {
    /// What becomes of the request itself.
    enum Reply: Hashable, Sendable {
        /// `00` with a page for the payer; a direct charge is approved.
        case accept
        /// `03`; a direct charge answers `00` with status FAILED.
        case decline
        /// This HTTP status, whenever it is asked.
        case refuse(status: Int)
        /// HTTP 502 twice, then as `accept`.
        case acceptAfterTwoBadGateways
        /// Nothing, until the client gives up.
        case silence
        /// As `accept`, but the connection is cut before the answer.
        case acceptAndCut
    }

    let reply: Reply
    /// What is sent to `callback_url` once the payer has paid; the next one begins when the one before was attempted.
    let callbacks: [PlannedCallback]

    /// The scenario of an amount in whole rupiah.
    init(amount: Int64) {
        self = Self.table[amount % 1000] ?? Scenario(.accept, [PlannedCallback(.success)])
    }

    private init(_ reply: Reply, _ callbacks: [PlannedCallback] = []) {
        self.reply = reply
        self.callbacks = callbacks
    }

    private static let table: [Int64: Scenario] = [
        51: Scenario(.decline, [PlannedCallback(.failed)]),
        400: Scenario(.refuse(status: 400)),
        401: Scenario(.refuse(status: 401)),
        500: Scenario(.refuse(status: 500)),
        502: Scenario(.acceptAfterTwoBadGateways, [PlannedCallback(.success)]),
        504: Scenario(.silence),
        520: Scenario(.acceptAndCut, [PlannedCallback(.success)]),
        900: Scenario(.accept, [PlannedCallback(.success, copies: 2)]),
        901: Scenario(.accept, [PlannedCallback(.failed), PlannedCallback(.success)]),
        902: Scenario(.accept, [PlannedCallback(.expired)]),
        903: Scenario(.accept, [PlannedCallback(.success, signature: .wrong)]),
        904: Scenario(.accept),
    ]
}
