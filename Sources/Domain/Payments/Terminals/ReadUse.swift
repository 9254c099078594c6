/// Who may charge a read's card. A read is charged once; but a payment whose outcome may be attempted anew under its `externalId` needs the same
/// card for that, so the read then stays that payment's and nobody else's.
enum ReadUse: Hashable, Sendable {
    /// Any payment.
    case free
    /// A payment is trying or being charged; `wasBound` is what the read goes back to when nothing comes of it.
    case claimed(externalID: String, wasBound: Bool)
    /// Only the payment under this key, when it is attempted anew.
    case bound(externalID: String)
    /// Nobody any more.
    case spent

    /// The use when a payment takes the read; nil when it must not. This is the table of taking:
    ///
    /// | | by the same `externalId` | by another |
    /// |---|---|---|
    /// | free | claimed | claimed |
    /// | claimed | no | no |
    /// | bound | claimed | no |
    /// | spent | no | no |
    func claimed(by externalID: String) -> ReadUse? {
        switch self {
        case .free: .claimed(externalID: externalID, wasBound: false)
        case .bound(externalID): .claimed(externalID: externalID, wasBound: true)
        case .bound, .claimed, .spent: nil
        }
    }

    /// The use when the payment that took the read was not recorded: as before.
    var givenBack: ReadUse {
        guard case .claimed(let externalID, let wasBound) = self else { return self }
        return wasBound ? .bound(externalID: externalID) : .free
    }

    /// The use when the payment that took the read was charged.
    func charged(mayComeAgain: Bool) -> ReadUse {
        guard case .claimed(let externalID, _) = self, mayComeAgain else { return .spent }
        return .bound(externalID: externalID)
    }

    /// Whether a payment has the read at this moment.
    var isClaimed: Bool {
        if case .claimed = self { true } else { false }
    }
}

/// Why a payment does not get a read's card.
enum ReadRefusal: Error, Hashable, Sendable {
    /// The merchant has no such read, or it was forgotten.
    case unknown
    /// It waits for a card, or reads it.
    case unfinished
    /// It ended without a card.
    case failed(ReadStatus, TapFault?)
    /// Its card could be charged, but not any more.
    case expired
    /// Another payment has it or had it.
    case used
}
