/// The reads that are kept, and which terminals a tap has to itself. A value: moments come in, what is to be told goes out.
struct ReadBook {
    /// One read.
    struct Entry {
        let id: ReadID
        let terminal: TerminalID
        let merchant: MerchantID
        /// Opens when the read has ended.
        let end = Latch()
        /// Opens when its tap has left the terminal, which takes a cancelled one a little longer.
        let departure = Latch()
        var status = ReadStatus.waiting
        var fault: TapFault?
        var summary: CardReadSummary?
        var expiresAt: Timestamp?
        /// The card as long as it can be charged.
        var card: TerminalCard?
        var use = ReadUse.free
        var tap: Task<Void, Never>?
        var ageing: Task<Void, Never>?

        var read: TerminalRead {
            TerminalRead(id: id, terminal: terminal, status: status, expiresAt: expiresAt, card: summary, fault: fault)
        }

        mutating func wipe() {
            card?.wipe()
            card = nil
        }
    }

    private(set) var entries: [ReadID: Entry] = [:]
    private var occupied: Set<TerminalID> = []
    private let rules: TerminalRules

    init(rules: TerminalRules) {
        self.rules = rules
    }

    /// Takes a terminal for one tap; false when another one has it.
    mutating func occupy(_ terminal: TerminalID) -> Bool {
        occupied.insert(terminal).inserted
    }

    /// The tap at a terminal has ended.
    mutating func vacate(_ terminal: TerminalID) {
        occupied.remove(terminal)
    }

    /// Enters a read that waits; answers it, and what was forgotten for it.
    mutating func start(
        _ id: ReadID, at terminal: TerminalID, for merchant: MerchantID
    ) throws(StartReadError) -> (started: Entry, forgotten: Entry?) {
        let victim = entries.count < rules.maximumReads ? nil : entries.values.filter(\.isDispensable).min { $0.id < $1.id }
        guard entries.count < rules.maximumReads || victim != nil else { throw .tooManyReads }
        guard occupy(terminal) else { throw .busy }
        if let victim { entries[victim.id] = nil }
        let started = Entry(id: id, terminal: terminal, merchant: merchant)
        entries[id] = started
        return (started, victim)
    }

    /// A merchant's read at a terminal.
    func entry(_ id: ReadID, at terminal: TerminalID, of merchant: MerchantID) -> Entry? {
        guard let entry = entries[id], entry.terminal == terminal, entry.merchant == merchant else { return nil }
        return entry
    }

    /// Changes a read if it is kept.
    mutating func update<Result>(_ id: ReadID, _ change: (inout Entry) -> Result) -> Result? {
        guard var entry = entries[id] else { return nil }
        defer { entries[id] = entry }
        return change(&entry)
    }

    /// Ends a read; answers it as it is then, or nil when it has ended before: then a card that comes late is wiped.
    mutating func end(_ id: ReadID, with outcome: TapOutcome, at moment: Timestamp) -> Entry? {
        let expiresAt = moment + rules.readLifetime
        let ended = update(id) { entry -> Entry? in
            guard !entry.status.isEnd else { return nil }
            entry.take(outcome, expiresAt: expiresAt)
            // A task keeps the memory it ran in as long as somebody keeps the task, and a read is remembered for long.
            defer { entry.tap = nil }
            return entry
        }
        if case .some(.some(let entry)) = ended { return entry }
        if case .card(let card) = outcome { card.wipe() }
        return nil
    }

    /// Wipes the card of a read that cannot be charged any more.
    mutating func expire(_ id: ReadID) -> Bool {
        update(id) { entry in
            defer { entry.wipe() }
            return entry.card != nil
        } ?? false
    }

    /// Forgets a read, and its card with it.
    mutating func forget(_ id: ReadID) {
        entries.removeValue(forKey: id)?.card?.wipe()
    }

    /// The reads that have not ended.
    var unended: [ReadID] { entries.values.filter { !$0.status.isEnd }.map(\.id).sorted() }
}

extension ReadBook.Entry {
    /// Whether the read may be forgotten before its time: it has ended and can never be charged.
    fileprivate var isDispensable: Bool { status.isEnd && card == nil && !use.isClaimed }

    fileprivate mutating func take(_ outcome: TapOutcome, expiresAt: Timestamp) {
        switch outcome {
        case .card(let card):
            status = status.after(.succeeded)
            summary = CardReadSummary(card)
            self.card = card
            self.expiresAt = expiresAt
        case .failed(let fault):
            status = status.after(.failed)
            self.fault = fault
        case .timedOut(let fault):
            status = status.after(.timedOut)
            self.fault = fault
        case .cancelled: status = status.after(.cancelled)
        // It was attached, and free, when the tap began.
        case .noSuchTerminal:
            status = status.after(.failed)
            fault = .readerLost
        case .busy:
            status = status.after(.failed)
            fault = .readerTaken
        }
    }
}

extension TapFault {
    /// Something beside this service has the reader.
    static let readerTaken = TapFault(code: .readerLost, message: "The card reader is in use by something else. Please try again.")
}
