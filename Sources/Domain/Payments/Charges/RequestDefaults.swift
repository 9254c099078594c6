/// The defaults of the contract's section 2, in one place: what the validator charges with and what makes two requests the same.
public enum RequestDefaults {
    static let currency = Payment.currency
    static let channel = AcquirerChannel.bricc
    static let tenor = Tenor.full
    /// How long a card is waited for at a terminal.
    public static let terminalTimeoutSeconds: Int64 = 30
    static let storeToken = false

    /// The mode that goes with a tenor.
    static func mode(for tenor: Tenor) -> PaymentMode {
        tenor == .full ? .close : .installment
    }

    /// A card that is read from its chip has no CVV, and without one there is no 3DS page: such a charge is direct unless a CVV was typed.
    static func authentication(for card: CardDraft?) -> Authentication {
        guard let card, card.cvv == nil, card.forms.contains(where: \.isRead) else { return .threeDS }
        return .direct
    }
}

/// The four forms of `cardDetails`, told by the fields that only one of them has.
enum CardForm: CaseIterable, Sendable {
    case manual
    case token
    case terminalRead
    case terminal

    /// Whether the number comes from a card held to a terminal.
    var isRead: Bool { self == .terminalRead || self == .terminal }
}

extension CardDraft {
    /// The forms that the draft has fields of; exactly one is right.
    var forms: [CardForm] {
        CardForm.allCases.filter { form in
            switch form {
            case .manual: number != nil || expiryMonth != nil || expiryYear != nil
            case .token: token != nil
            case .terminalRead: terminalRead != nil
            case .terminal: terminal != nil || timeoutSeconds != nil
            }
        }
    }
}
