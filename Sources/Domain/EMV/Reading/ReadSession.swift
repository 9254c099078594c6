/// One read: which application, and what was seen on the way.
struct ReadSession {
    let terminal: TerminalProfile
    let limits: ReadLimits
    var conversation: CardConversation
    var step = ReadOutcome.Step.selectDirectory
    var applications: [ApplicationIdentifier] = []
    /// An application refused because it is blocked.
    var sawBlockedApplication = false
    /// An answer was not TLV.
    var sawMalformedAnswer = false

    init(channel: any CardChannel, terminal: TerminalProfile, limits: ReadLimits, stop: @escaping () -> StopReason?) {
        self.terminal = terminal
        self.limits = limits
        conversation = CardConversation(channel: channel, limits: limits, stop: stop)
    }

    /// The first application that tells a number: those the directory lists, else those that cards without one are known to have.
    mutating func read(preferring preferred: [ApplicationNetwork]) throws(ReadFailure) -> ChipCard {
        let entries = DirectoryEntry.ordered(try directory(), preferring: preferred)
        let card = entries.isEmpty ? try readWithoutDirectory() : try read(entries)
        if let card { return card }
        if sawBlockedApplication { throw .blocked }
        throw applications.isEmpty ? .noApplication : .unreadable
    }

    func outcome(_ result: Result<ChipCard, ReadFailure>) -> ReadOutcome {
        var message: PayerMessage?
        if case .failure(let failure) = result { message = PayerMessage(failure, answersWereMalformed: sawMalformedAnswer) }
        return ReadOutcome(
            result: result, step: step, lastStatus: conversation.lastStatus, applications: applications, payerMessage: message,
            tally: conversation.tally)
    }

    /// What the directory lists, without what is known to be no card; nothing when the card has none.
    private mutating func directory() throws(ReadFailure) -> [DirectoryEntry] {
        let response = try conversation.exchange(.selectDirectory)
        if response.status == .functionNotSupported { throw .blocked }
        guard response.isUsable, response.status != .applicationBlocked else {
            if response.isCut { sawMalformedAnswer = true }
            return []
        }
        do throws(TLVError) {
            let entries = DirectoryEntry.all(in: try TLVTree(decoding: response.data))
            return entries.filter { ApplicationRegistry.row(for: $0.application)?.owner != .noPaymentCard }
        } catch {
            sawMalformedAnswer = true
            return []
        }
    }

    private mutating func read(_ entries: [DirectoryEntry]) throws(ReadFailure) -> ChipCard? {
        applications = entries.map(\.application)
        for entry in entries.prefix(limits.candidates) {
            if let selected = try select(entry.application), let card = try read(selected, label: entry.label) { return card }
        }
        return nil
    }

    /// Asks for one application after the other; behind a shortened name there may be several.
    private mutating func readWithoutDirectory() throws(ReadFailure) -> ChipCard? {
        var tried: Set<ApplicationIdentifier> = []
        for application in FallbackApplications.all.prefix(limits.candidates) {
            var occurrence = CommandAPDU.Occurrence.first
            for _ in 0..<limits.occurrences {
                guard let selected = try select(application, occurrence) else {
                    if conversation.lastStatus == .functionNotSupported { throw .blocked }
                    break
                }
                if tried.insert(selected.name).inserted, let card = try read(selected, label: nil) { return card }
                guard selected.name.bytes.count > application.bytes.count else { break }
                occurrence = .next
            }
        }
        return nil
    }
}
