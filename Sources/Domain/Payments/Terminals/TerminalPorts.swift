/// What can be set about reads at terminals, and their bounds.
public struct TerminalRules: Sendable {
    /// `GATEWAY_READ_TTL`: so long after it was read a card can be charged; then it is wiped.
    public var readLifetime: Duration
    /// A read stays visible for so long after it ended, one that succeeded after it can be charged no more; then it is forgotten. Long enough that
    /// a till that asks late hears what became of its read.
    public var remembrance: Duration
    /// So many reads of a merchant are kept. For another one its oldest that cannot be charged any more is forgotten.
    public var maximumReads: Int
    /// So many streams of events of a merchant may be open: none can take them from the others.
    public var maximumListeners: Int
    /// So many events wait for a listener that falls behind; then the oldest are dropped.
    public var eventBacklog: Int
    /// Whether a merchant may use a terminal. To a merchant that may not, there is none.
    public var terminals: @Sendable (TerminalID, MerchantID) -> Bool

    /// The contract's defaults where nothing else is said: with one merchant all terminals are its own.
    public init(
        readLifetime: Duration = .seconds(300), remembrance: Duration = .seconds(600), maximumReads: Int, maximumListeners: Int,
        eventBacklog: Int, terminals: @escaping @Sendable (TerminalID, MerchantID) -> Bool = { _, _ in true }
    ) {
        self.readLifetime = readLifetime
        self.remembrance = remembrance
        self.maximumReads = maximumReads
        self.maximumListeners = maximumListeners
        self.eventBacklog = eventBacklog
        self.terminals = terminals
    }
}

/// What reading cards needs of the world.
public struct TerminalPorts: Sendable {
    let driver: any TerminalDriver
    let clock: any GatewayClock
    let identifiers: any IdentifierSource
    let observe: @Sendable (TerminalReadEvent) -> Void

    /// - Parameter observe: hears of everything; must not block.
    public init(
        driver: any TerminalDriver, clock: any GatewayClock, identifiers: any IdentifierSource,
        observe: @escaping @Sendable (TerminalReadEvent) -> Void
    ) {
        self.driver = driver
        self.clock = clock
        self.identifiers = identifiers
        self.observe = observe
    }
}
