/// Port: the card readers of this machine.
public protocol TerminalDriver: Sendable {
    /// What is attached at this moment. No reader, or no service that knows readers, is an empty listing with its reason, never an error.
    func listing() async -> TerminalListing

    /// What happens at the readers from now on. Every call is a stream of its own, which ends when its consumer stops listening or the driver is
    /// closed; a consumer that falls behind loses the oldest events.
    func events() -> AsyncStream<TerminalDriverEvent>

    /// Waits until a card is held to a terminal, and reads it. A card that lies there already is read, unless a tap has read that very insertion.
    ///
    /// One tap at a time at a terminal; another one is answered `busy`. Cancelling the task ends the wait and, between two commands, the reading.
    /// - Parameters:
    ///   - limit: how long it waits for a card. A card that came in time is read to its end, within the driver's own limit for a conversation.
    ///   - onCard: called once when a card has come, before the first command goes to it; must not block.
    func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome

    /// Ends all taps and streams, and lets the readers go.
    func close() async
}

/// How a tap ended.
public enum TapOutcome: Sendable {
    /// A card was read; it is the receiver's to wipe.
    case card(TerminalCard)
    /// A card came and could not be read, or the reader was lost.
    case failed(TapFault)
    /// No card came in time, or one came and did not answer.
    case timedOut(TapFault)
    /// The task was cancelled.
    case cancelled
    /// Another tap is being waited for there.
    case busy
    /// No such reader is attached.
    case noSuchTerminal
}

/// Why a tap brought no card (contract, section 3), with what to tell the payer.
public struct TapFault: Error, Hashable, Sendable {
    /// The word for programs.
    public enum Code: String, CaseIterable, Sendable {
        case cardBlocked = "card.blocked"
        case cardUnsupported = "card.unsupported"
        case cardMalformed = "card.malformed"
        case cardRemoved = "card.removed"
        case confirmOnPhone = "card.confirm_on_phone"
        case readerLost = "reader.lost"
        case timedOut = "tap.timed_out"
    }

    /// For programs.
    public let code: Code
    /// For the payer.
    public let message: String

    /// Makes a fault.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The reader was unplugged, or the service behind it has ended.
    public static let readerLost = TapFault(
        code: .readerLost, message: "The card reader is not connected any more. Please try again when it is back.")
}

/// Something that happened at a reader.
public struct TerminalDriverEvent: Hashable, Sendable {
    /// What.
    public enum Kind: String, CaseIterable, Sendable {
        /// A reader was plugged in, or has come back.
        case attached
        /// A reader is gone.
        case detached
        /// A card has come.
        case cardPresent
        /// The card has left.
        case cardRemoved
    }

    /// Where.
    public let terminal: TerminalID
    /// What.
    public let kind: Kind

    /// Makes an event.
    public init(_ terminal: TerminalID, _ kind: Kind) {
        self.terminal = terminal
        self.kind = kind
    }
}
