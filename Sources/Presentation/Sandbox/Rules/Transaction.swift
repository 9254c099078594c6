/// The ids that iFortePay gives a transaction.
struct TransactionIdentifiers: Hashable, Sendable {
    /// A UUID.
    let transactionID: String
    /// Names the payer's page; whoever knows it may press its buttons, so it is not guessable.
    let reference: String
    /// Twelve digits, the last six of which are the approval code.
    let receiptNumber: String
    /// Stands for the card in later charges.
    let cardToken: String

    var approvalCode: String { String(receiptNumber.suffix(6)) }
}

/// A charge that the sandbox took, accepted or declined.
struct Transaction: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The payer's page is open.
        case awaitingPayer
        case paid
        case declined
    }

    let identifiers: TransactionIdentifiers
    let submission: ChargeSubmission
    let scenario: Scenario
    var state: State

    /// What `callback_url` is to be told now; a payer who declined makes it one `payment.failed`, whatever the amount.
    var callbacks: [PlannedCallback] {
        switch state {
        case .awaitingPayer: []
        case .declined where !submission.operation.isDirect: [PlannedCallback(.failed)]
        case .paid, .declined: scenario.callbacks
        }
    }
}
