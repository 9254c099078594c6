internal import EMV
internal import Payments

extension CardVisit.End {
    /// For the log; nil when a card was read.
    var word: String? {
        switch self {
        case .card: nil
        case .unread(let failure, _): failure.rawValue
        case .noSmartCard: "no-smart-card"
        case .cardGone: ReadFailure.removed.rawValue
        case .readerLost, .stopped(.readerLost): ReadFailure.readerLost.rawValue
        case .heldElsewhere: "held-elsewhere"
        case .stopped(.cancelled): ReadFailure.cancelled.rawValue
        case .stopped(.timedOut): ReadFailure.timedOut.rawValue
        }
    }

    /// Whether there is no more to be learnt from this card as it lies there. One that is gone may seem to lie there for another moment, as the service
    /// looks for cards only now and then.
    var isFinal: Bool {
        switch self {
        case .card, .unread, .noSmartCard, .cardGone: true
        case .readerLost, .heldElsewhere, .stopped: false
        }
    }

    /// Whether somebody has to have it.
    var isCard: Bool { if case .card = self { true } else { false } }

    /// How the tap ended; the card is the receiver's.
    var outcome: TapOutcome {
        switch self {
        case .card(let card): .card(TerminalCard(card))
        case .unread(_, let message): .failed(TapFault(message))
        case .noSmartCard: .failed(.noSmartCard)
        case .cardGone: .failed(TapFault(.cardRemoved))
        case .readerLost: .failed(.readerLost)
        case .heldElsewhere: .timedOut(.heldElsewhere)
        case .stopped(let stop): stop.outcome
        }
    }

    /// Overwrites the card that nobody is there to receive.
    func wipe() {
        if case .card(let card) = self { card.wipe() }
    }
}

extension CardVisit.Stop {
    var outcome: TapOutcome {
        switch self {
        case .cancelled: .cancelled
        case .timedOut: .timedOut(.silentCard)
        case .readerLost: .failed(.readerLost)
        }
    }
}

extension TapFault {
    static let noCard = TapFault(code: .timedOut, message: "No card was held to the reader in time. Please try again.")
    static let silentCard = TapFault(
        code: .timedOut, message: "The card did not answer in time. Please take it away and hold it to the reader again.")
    static let previousCard = TapFault(
        code: .timedOut, message: "The reader still waits for an answer of the card before. Please take that card away and try again.")
    static let heldElsewhere = TapFault(code: .timedOut, message: "The card reader is in use by another program. Please try again later.")
    static let noSmartCard = TapFault(code: .cardUnsupported, message: "This is not a payment card. Please use another card.")
}

extension ConversationReport {
    /// How far the reading came.
    mutating func note(_ outcome: ReadOutcome) {
        step = outcome.step.rawValue
        lastStatus = outcome.lastStatus.map { status in
            let digits = String(status.rawValue, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        applications = outcome.applications.map(\.logged)
        commands = outcome.tally.commands
    }
}
