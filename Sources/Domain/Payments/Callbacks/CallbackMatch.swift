/// Which payment a verified callback belongs to: a pure function over the payments that may be meant (contract, section 4, "Matching").
public enum CallbackMatch: Hashable, Sendable {
    /// It belongs to this payment.
    case payment(Payment)
    /// It names a payment of ours but disagrees with it.
    case mismatch(Mismatch)
    /// It names none: a mobile SDK may have created the payment.
    case none

    /// Finds the payment. The first candidate in the contract's order decides; a later one is never a way round its disagreement.
    public init(_ content: CallbackContent, among candidates: MatchCandidates) {
        guard let transactionID = content.transactionID else {
            self = .none
            return
        }
        let named: (payment: Payment, by: Mismatch.Reference)? =
            candidates.bearingTransaction.map { ($0, .transaction) }
            ?? candidates.namedByExternalID.map { ($0, .externalID) }
            ?? candidates.namedByPath.map { ($0, .path) }
        guard let (payment, reference) = named else {
            self = .none
            return
        }
        let disagreements = Self.disagreements(of: content, transactionID: transactionID, with: payment, namedBy: reference)
        self =
            disagreements.isEmpty
            ? .payment(payment) : .mismatch(Mismatch(payment: payment, namedBy: reference, disagreements: disagreements))
    }

    private static func disagreements(
        of content: CallbackContent, transactionID: String, with payment: Payment, namedBy reference: Mismatch.Reference
    ) -> [Mismatch.Disagreement] {
        var found: [Mismatch.Disagreement] = []
        if content.amount != payment.amount { found.append(.amount) }
        if let orderID = content.orderID, orderID != payment.orderID { found.append(.order) }
        if let currency = content.currency, currency != Payment.currency { found.append(.currency) }
        // The first match binds: a payment that bears one transaction is not moved by another's callback.
        if let bound = payment.transactionID, bound != transactionID { found.append(.transaction) }
        // The path is not signed, `data` is: where they name different payments, the path proves nothing.
        if reference == .path, let externalID = content.externalID, externalID != payment.externalID { found.append(.externalID) }
        return found
    }
}

/// A payment that a callback names, and what speaks against it.
public struct Mismatch: Hashable, Sendable {
    /// The payment named.
    public let payment: Payment
    /// What names it.
    public let namedBy: Reference
    /// At least one.
    public let disagreements: [Disagreement]

    /// Whether the payment itself is in dispute: not when only the unsigned path names it while the signed data names another.
    var disputesPayment: Bool { namedBy != .path || !disagreements.contains(.externalID) }

    /// How a callback names a payment, in the order of the contract.
    public enum Reference: String, Sendable {
        case transaction = "transactionId"
        case externalID = "externalId"
        case path
    }

    /// In what the two differ.
    public enum Disagreement: String, CaseIterable, Sendable {
        /// Another amount, or none that is whole rupiah.
        case amount
        case order = "orderId"
        case currency
        /// The payment bears another transactionId.
        case transaction = "transactionId"
        case externalID = "externalId"
    }
}

extension Payment {
    /// The one currency there is (contract, section 2).
    public static let currency = "IDR"

    /// The payment after a callback that matched it: its transaction is bound, and its status moves upwards in the contract's precedence or stays.
    func confirmed(by content: CallbackContent, at moment: Timestamp) -> Payment {
        var payment = self
        payment.transactionID = transactionID ?? content.transactionID
        if let said = content.statusWord.flatMap(PaymentStatus.init(callbackWord:)) {
            payment.status = status.after(.calledBack(said), confirmedBy: confirmedBy)
            // A callback that says less than is known confirms nothing.
            if payment.status == said { payment.confirmedBy = .callback }
        }
        if payment != self { payment.updatedAt = moment }
        return payment
    }

    /// The payment after a callback that named it but disagreed with it: flagged, for a person to look at.
    func disputed(at moment: Timestamp) -> Payment {
        guard !mismatch else { return self }
        var payment = self
        payment.mismatch = true
        payment.updatedAt = moment
        return payment
    }
}
