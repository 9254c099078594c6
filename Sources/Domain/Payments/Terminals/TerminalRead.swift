/// One read of a card at a terminal, as its merchant sees it (contract, section 3).
public struct TerminalRead: Hashable, Sendable {
    /// Which one.
    public let id: ReadID
    /// Where.
    public let terminal: TerminalID
    /// How far it has come.
    public let status: ReadStatus
    /// Until when the card can be charged; nil unless it was read.
    public let expiresAt: Timestamp?
    /// What may be shown of the card; nil unless it was read.
    public let card: CardReadSummary?
    /// Why there is no card, for the payer; nil while there may come one.
    public let fault: TapFault?
}

/// Why a read does not start.
public enum StartReadError: Error, Hashable, Sendable {
    /// The merchant has no such terminal, or it is not attached.
    case noSuchTerminal
    /// Another card is being waited for there.
    case busy
    /// The gateway is stopping.
    case stopping
    /// The reads that can still be charged are as many as are kept.
    case tooManyReads
}
