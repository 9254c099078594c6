/// Something that happened at a merchant's terminal, for those who listen (contract, section 3).
public struct TerminalEvent: Hashable, Sendable {
    /// What; the raw value is the word of the API.
    public enum Kind: String, CaseIterable, Sendable {
        /// A reader was plugged in, or has come back.
        case attached = "terminal.attached"
        /// A reader is gone.
        case detached = "terminal.detached"
        /// A card has come.
        case cardPresent = "card.present"
        /// The card has left.
        case cardRemoved = "card.removed"
        /// A read waits for a card.
        case readStarted = "read.started"
        /// A read has its card.
        case readSucceeded = "read.succeeded"
        /// A read ended without one: it failed, was cancelled, or its time was up.
        case readFailed = "read.failed"
    }

    /// What.
    public let kind: Kind
    /// Where.
    public let terminal: TerminalID
    /// Of which read; nil when it is about none.
    public let read: ReadID?
    /// When the gateway came to know.
    public let at: Timestamp
}

extension TerminalEvent.Kind {
    /// As the driver has it.
    init(_ kind: TerminalDriverEvent.Kind) {
        self =
            switch kind {
            case .attached: .attached
            case .detached: .detached
            case .cardPresent: .cardPresent
            case .cardRemoved: .cardRemoved
            }
    }
}

/// What happens to reads and taps, for the log. Nothing of a card is in it.
public enum TerminalReadEvent: Hashable, Sendable {
    /// A read waits for a card.
    case started(ReadID, TerminalID, MerchantID)
    /// A read has ended; `code` says why it brought no card.
    case ended(ReadID, TerminalID, ReadStatus, code: TapFault.Code?)
    /// A read's time to be charged is over and its card is wiped.
    case expired(ReadID)
    /// A payment waits for a card.
    case tapStarted(TerminalID, MerchantID)
    /// A payment's wait has ended, with a card or without.
    case tapEnded(TerminalID, TapWord)
}

/// How a payment's wait for a card ended, in one word.
public enum TapWord: String, Hashable, Sendable {
    case card
    case failed
    case timedOut
    case cancelled
    case busy
    case noSuchTerminal
}

extension TapOutcome {
    /// The outcome in one word.
    var word: TapWord {
        switch self {
        case .card: .card
        case .failed: .failed
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .busy: .busy
        case .noSuchTerminal: .noSuchTerminal
        }
    }
}
