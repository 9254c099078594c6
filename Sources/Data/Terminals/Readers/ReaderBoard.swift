internal import Payments

/// Which readers there are and what lies on them, as far as the PC/SC service has told. A value: what the service says goes in, what it means comes
/// out.
struct ReaderBoard: Sendable {
    /// A card that lies on a reader, from when it came until it goes.
    struct Insertion: Hashable, Sendable {
        /// Since which attachment of a reader to the board; counters start anew with each.
        let attachment: Int
        /// The reader's counter when the card came.
        let counter: UInt16
        /// What it said of itself.
        let atr: [UInt8]
    }

    struct Reader: Sendable {
        let name: String
        let id: TerminalID
        fileprivate let attachment: Int
        fileprivate(set) var report: ReaderReport
        /// The card that lies there; nil also while it is the one that never answered since the reader came, as in a slot for security modules.
        fileprivate(set) var insertion: Insertion?
        fileprivate var isMuteSinceAttached: Bool
        /// Whether a tap has read the card that lies there.
        fileprivate var isRead = false
        /// Held by a program that is not this one.
        fileprivate(set) var isHeldElsewhere: Bool

        /// The card that a tap may read.
        var offer: Insertion? { isRead ? nil : insertion }

        /// As long as no tap is there.
        var status: TerminalStatus {
            if isMuteSinceAttached || isHeldElsewhere || report.flags.contains(.unavailable) { return .unavailable }
            return report.hasCard ? .cardPresent : .ready
        }
    }

    /// What became different.
    enum Change: Hashable, Sendable {
        case reader(TerminalDriverEvent, name: String)
        case serviceLost(PCSCCode)
        case serviceBack
    }

    private enum Service: Hashable {
        case starting
        case running
        case lost(PCSCCode)
    }

    private var service = Service.starting
    private var names = TerminalNames()
    private var attachments = 0
    /// Readers whose card was read already when the service was lost: what lies there when it is back is taken for the same card.
    private var readBeforeLoss: Set<String> = []
    private var isCardAccessDenied = false
    private(set) var readers: [TerminalID: Reader] = [:]

    /// What keeps terminals from being found.
    var problem: String? {
        switch service {
        case .starting: ServiceProblem.starting
        case .lost(let code): ServiceProblem.text(code)
        case .running:
            if readers.isEmpty { ServiceProblem.noReader } else { isCardAccessDenied ? ServiceProblem.cardAccessDenied : nil }
        }
    }

    /// Takes in what the service says of all its readers. `ownReaders` are those that this program holds at the moment.
    mutating func update(_ reports: [ReaderReport], ownReaders: Set<TerminalID> = []) -> [Change] {
        var changes: [Change] = []
        if case .lost = service {
            changes.append(.serviceBack)
            // A service that dies while a card is being connected to shows the same code as one that refuses.
            isCardAccessDenied = false
        }
        service = .running

        let attached = reports.filter(\.isAttached)
        names.enrol(attached.map(\.name))
        let ids = Set(attached.map { names[$0.name] })
        for (id, reader) in readers.sorted(by: { $0.key < $1.key }) where !ids.contains(id) {
            changes += detach(reader)
        }
        for report in attached.sorted(by: { names[$0.name] < names[$1.name] }) {
            let id = names[report.name]
            let isExclusive = report.flags.contains(.exclusive) && !ownReaders.contains(id)
            changes += readers[id] == nil ? attach(report, as: id, isExclusive: isExclusive) : change(report, of: id, isExclusive: isExclusive)
        }
        readBeforeLoss = []
        return changes
    }

    /// The service is gone, or refuses, and all readers with it.
    mutating func loseService(_ code: PCSCCode) -> [Change] {
        let wasLost = service == .lost(code)
        service = .lost(code)
        for reader in readers.values where reader.isRead { readBeforeLoss.insert(reader.name) }
        let changes = readers.values.sorted { $0.id < $1.id }.flatMap { detach($0) }
        return wasLost ? changes : changes + [.serviceLost(code)]
    }

    /// A tap has read this card, or learnt that it cannot be: it is not offered again.
    mutating func markRead(_ insertion: Insertion, at id: TerminalID) {
        guard readers[id]?.insertion == insertion else { return }
        readers[id]?.isRead = true
    }

    /// What connecting to a card told: whether the service lets this user have cards, and whether another program holds the reader.
    mutating func noteConnection(at id: TerminalID, refusedWith code: PCSCCode?) {
        isCardAccessDenied = code == .accessDenied
        readers[id]?.isHeldElsewhere = code == .sharingViolation
    }

    private mutating func attach(_ report: ReaderReport, as id: TerminalID, isExclusive: Bool) -> [Change] {
        attachments += 1
        let isMute = report.hasCard && report.flags.contains(.mute)
        var reader = Reader(
            name: report.name, id: id, attachment: attachments, report: report, isMuteSinceAttached: isMute, isHeldElsewhere: isExclusive)
        if report.hasCard, !isMute { reader.insertion = reader.insertionNow }
        reader.isRead = reader.insertion != nil && readBeforeLoss.contains(report.name)
        readers[id] = reader
        return event(reader, .attached) + (reader.insertion == nil ? [] : event(reader, .cardPresent))
    }

    private mutating func change(_ report: ReaderReport, of id: TerminalID, isExclusive: Bool) -> [Change] {
        guard var reader = readers[id] else { return [] }
        let before = reader
        reader.report = report
        reader.isHeldElsewhere = isExclusive
        let isOther = report.counter != before.report.counter || report.hasCard != before.report.hasCard
        // A slot that answers after all.
        let hasRecovered = before.isMuteSinceAttached && !report.flags.contains(.mute)
        guard isOther || hasRecovered else {
            readers[id] = reader
            return []
        }
        reader.isMuteSinceAttached = false
        reader.isRead = false
        reader.insertion = report.hasCard ? reader.insertionNow : nil
        readers[id] = reader
        switch (before.insertion != nil, reader.insertion != nil) {
        case (true, true): return event(reader, .cardRemoved) + event(reader, .cardPresent)
        case (false, true): return event(reader, .cardPresent)
        case (true, false): return event(reader, .cardRemoved)
        // It came and went between two looks.
        case (false, false): return before.isMuteSinceAttached ? [] : event(reader, .cardPresent) + event(reader, .cardRemoved)
        }
    }

    private mutating func detach(_ reader: Reader) -> [Change] {
        readers[reader.id] = nil
        return (reader.insertion == nil ? [] : event(reader, .cardRemoved)) + event(reader, .detached)
    }

    private func event(_ reader: Reader, _ kind: TerminalDriverEvent.Kind) -> [Change] {
        [.reader(TerminalDriverEvent(reader.id, kind), name: reader.name)]
    }
}

extension ReaderBoard.Reader {
    fileprivate var insertionNow: ReaderBoard.Insertion {
        ReaderBoard.Insertion(attachment: attachment, counter: report.counter, atr: report.atr)
    }
}
