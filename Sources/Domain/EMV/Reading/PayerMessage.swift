/// What to tell the payer when a card could not be read (contract, section 3).
public struct PayerMessage: Hashable, Sendable {
    /// The contract's word for it.
    public enum Code: String, CaseIterable, Sendable {
        /// The card is blocked.
        case cardBlocked = "card.blocked"
        /// No payment application, or refused everywhere.
        case cardUnsupported = "card.unsupported"
        /// An answer was not TLV.
        case cardMalformed = "card.malformed"
        /// The card left the field.
        case cardRemoved = "card.removed"
        /// The phone wants its owner to act.
        case confirmOnPhone = "card.confirm_on_phone"
    }

    /// For programs.
    public let code: Code
    /// For people.
    public let text: String

    /// The card left the field.
    public static let cardRemoved = PayerMessage(.cardRemoved, "The card was taken away too soon. Please hold it to the reader again.")
    /// There is a payment application, and no way to its card.
    public static let unreadable = PayerMessage(.cardUnsupported, "This card cannot be read by tapping. Please use another card.")

    /// Nil when it is not the card's doing.
    init?(_ failure: ReadFailure, answersWereMalformed: Bool) {
        switch failure {
        case .blocked: self.init(.cardBlocked, "This card is blocked. Please use another card.")
        case .noApplication, .unreadable:
            if answersWereMalformed {
                self.init(.cardMalformed, "This card does not answer as it should. Please use another card.")
            } else if failure == .noApplication {
                self.init(.cardUnsupported, "No payment card was found. If it is a phone, unlock it first; else please use another card.")
            } else {
                self = .unreadable
            }
        case .removed: self = .cardRemoved
        case .confirmOnPhone: self.init(.confirmOnPhone, "Please follow the phone's instructions, then tap again.")
        case .readerLost, .cancelled, .timedOut: return nil
        }
    }

    private init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }
}
