public import Payments

/// What the driver does and meets, for a log. There is nothing of a card in it but the names of its applications.
public enum ReaderEvent: Hashable, Sendable {
    /// A reader has come.
    case attached(TerminalID, name: String)
    /// A reader has gone.
    case detached(TerminalID, name: String)
    /// The PC/SC service cannot be used; once for each reason until it is back.
    case serviceLost(code: String, problem: String)
    /// The PC/SC service can be used again.
    case serviceBack
    /// A conversation is at its end.
    case conversationEnded(ConversationReport)
    /// A conversation had to end and did not: its card or reader does not answer. The reader cannot be used before it ends.
    case conversationLeft(TerminalID, milliseconds: Int)
}

/// How a conversation with a card went.
public struct ConversationReport: Hashable, Sendable {
    /// Where.
    public let terminal: TerminalID
    /// Why it brought no card, in a word; nil when it did.
    public internal(set) var failure: String?
    /// The PC/SC code behind the failure, as `0x80100069`.
    public internal(set) var code: String?
    /// The step it ended in; nil when no command was sent.
    public internal(set) var step: String?
    /// The card's last status word, as four hexadecimal digits.
    public internal(set) var lastStatus: String?
    /// The applications that the card showed, in hexadecimal, without any that tells its number.
    public internal(set) var applications: [String] = []
    /// Commands sent.
    public internal(set) var commands = 0
    /// From the first attempt to connect until the reader was let go.
    public internal(set) var milliseconds = 0
    /// Whether the tap had been answered before: the card or its reader hung.
    public internal(set) var wasLeft = false

    init(terminal: TerminalID) {
        self.terminal = terminal
    }
}
