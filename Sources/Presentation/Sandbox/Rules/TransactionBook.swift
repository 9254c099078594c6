/// What the sandbox remembers of charges, and the rules by which it takes new ones. Pure: ids come in, what to do comes out.
///
/// It remembers a bounded number: the oldest `external_id` is forgotten first, and may then be used again.
struct TransactionBook: Sendable {
    /// What to do with a charge.
    enum Decision: Hashable, Sendable {
        /// Answer it: accepted, or declined as a direct charge is.
        case answer(Transaction)
        /// Take it, but cut the connection.
        case cut(Transaction)
        /// `03`, no transaction comes of it.
        case decline
        /// The `external_id` was accepted or declined before.
        case used
        /// Answer this HTTP status.
        case refuse(status: Int)
        /// Do not answer.
        case silence
    }

    /// What is on record under an `external_id`.
    private enum Entry: Sendable {
        case badGateways(Int)
        case declined
        case taken(Transaction)
    }

    private var entries: BoundedTable<String, Entry>
    private var externalIDs: BoundedTable<String, String>

    init(capacity: Int) {
        entries = BoundedTable(capacity: capacity)
        externalIDs = BoundedTable(capacity: capacity)
    }

    /// Decides on a charge and remembers it.
    mutating func take(_ submission: ChargeSubmission, identifiers: @autoclosure () -> TransactionIdentifiers) -> Decision {
        let entry = entries[submission.externalID]
        switch entry {
        case .taken, .declined: return .used
        case .badGateways, nil: break
        }
        let scenario = Scenario(amount: submission.amount)
        switch scenario.reply {
        case .accept:
            return .answer(accept(submission, scenario, identifiers()))
        case .acceptAndCut:
            return .cut(accept(submission, scenario, identifiers()))
        case .decline where submission.operation.isDirect:
            return .answer(record(Transaction(identifiers: identifiers(), submission: submission, scenario: scenario, state: .declined)))
        case .decline:
            entries.set(submission.externalID, to: .declined)
            return .decline
        case .acceptAfterTwoBadGateways:
            let before = if case .badGateways(let count) = entry { count } else { 0 }
            guard before < 2 else { return .answer(accept(submission, scenario, identifiers())) }
            entries.set(submission.externalID, to: .badGateways(before + 1))
            return .refuse(status: 502)
        case .refuse(let status):
            return .refuse(status: status)
        case .silence:
            return .silence
        }
    }

    /// The transaction whose page this reference names.
    func transaction(reference: String) -> Transaction? {
        guard let externalID = externalIDs[reference], case .taken(let transaction) = entries[externalID],
            transaction.identifiers.reference == reference
        else { return nil }
        return transaction
    }

    /// Ends the payer's turn; nil when there is no such transaction or it has ended before, so that a second press does nothing.
    mutating func settle(reference: String, as choice: PayerChoice) -> Transaction? {
        guard var transaction = transaction(reference: reference), transaction.state == .awaitingPayer else { return nil }
        transaction.state = choice == .pay ? .paid : .declined
        return record(transaction)
    }

    private mutating func accept(_ submission: ChargeSubmission, _ scenario: Scenario, _ identifiers: TransactionIdentifiers) -> Transaction {
        let state: Transaction.State = submission.operation.isDirect ? .paid : .awaitingPayer
        return record(Transaction(identifiers: identifiers, submission: submission, scenario: scenario, state: state))
    }

    @discardableResult
    private mutating func record(_ transaction: Transaction) -> Transaction {
        entries.set(transaction.submission.externalID, to: .taken(transaction))
        externalIDs.set(transaction.identifiers.reference, to: transaction.submission.externalID)
        return transaction
    }
}

/// The two buttons of the payer's page.
enum PayerChoice: String, CaseIterable, Hashable, Sendable {
    case pay
    case decline
}
