internal import Payments

/// A terminal at which a tap waits or reads, or whose card still keeps a thread that nobody waits for any more.
struct Seat {
    /// What ends a tap's wait for a card.
    enum Call: Sendable {
        case card(ReaderBoard.Insertion, reader: String)
        case readerLost
        /// No card came in time; or the card before still keeps the reader.
        case expired(isKept: Bool)
        case cancelled
    }

    /// The tap; nil when only the thread is left.
    var tap: Int?
    var isCancelled = false
    var isExpired = false
    var waiter: CheckedContinuation<Call, Never>?
    /// The conversation that uses the reader. Never more than one: the next begins when this one's thread has ended.
    var conversation: Conversation?
    /// Whether the conversation was left behind, its thread hanging.
    var isLeft = false

    var isFree: Bool { tap == nil && conversation == nil }

    /// What the tap has to be told now; nil while it has to wait.
    func call(_ reader: ReaderBoard.Reader?, isClosed: Bool) -> Call? {
        if isCancelled || isClosed { return .cancelled }
        guard let reader else { return .readerLost }
        if conversation == nil, let insertion = reader.offer { return .card(insertion, reader: reader.name) }
        return isExpired ? .expired(isKept: conversation != nil) : nil
    }
}
