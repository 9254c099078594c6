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
        /// When the read is forgotten; nil before it has ended.
        var forgottenAt: Timestamp?

        /// When age changes something about it next.
        var nextAge: Timestamp? { card == nil ? forgottenAt : expiresAt }

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

    /// Enters a read that waits; where the merchant has as many as it may, its oldest that can be spared is forgotten.
    mutating func start(_ id: ReadID, at terminal: TerminalID, for merchant: MerchantID) throws(StartReadError) -> Entry {
        let (count, oldest) = entries.count < rules.maximumReads ? (0, nil) : holdings(of: merchant)
        let isFull = count >= rules.maximumReads
        guard !isFull || oldest != nil else { throw .tooManyReads }
        guard occupy(terminal) else { throw .busy }
        if isFull, let oldest { entries[oldest] = nil }
        let started = Entry(id: id, terminal: terminal, merchant: merchant)
        entries[id] = started
        return started
    }

    /// How many reads a merchant has, and the oldest that can be spared.
    private func holdings(of merchant: MerchantID) -> (count: Int, oldest: ReadID?) {
        var (count, oldest): (Int, ReadID?) = (0, nil)
        for (id, entry) in entries where entry.merchant == merchant {
            count += 1
            if entry.isDispensable, oldest.map({ id < $0 }) ?? true { oldest = id }
        }
        return (count, oldest)
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
        let (expiresAt, remembrance) = (moment + rules.readLifetime, rules.remembrance)
        let ended = update(id) { entry -> Entry? in
            guard !entry.status.isEnd else { return nil }
            entry.take(outcome, expiresAt: expiresAt)
            entry.forgottenAt = (entry.expiresAt ?? moment) + remembrance
            // A task keeps the memory it ran in as long as somebody keeps the task, and a read is remembered for long.
            defer { entry.tap = nil }
            return entry
        }
        if case .some(.some(let entry)) = ended { return entry }
        if case .card(let card) = outcome { card.wipe() }
        return nil
    }

    /// Wipes the cards that cannot be charged any more, answers whose they were, and forgets the reads whose time has come.
    mutating func age(to moment: Timestamp) -> [ReadID] {
        let due = entries.values.filter { $0.nextAge.map { $0 <= moment } ?? false }.map(\.id).sorted()
        var expired: [ReadID] = []
        for id in due {
            guard var entry = entries[id] else { continue }
            if entry.card != nil { expired.append(id) }
            entry.wipe()
            entries[id] = entry.forgottenAt.map { $0 <= moment } ?? false ? nil : entry
        }
        return expired
    }

    /// When age changes something next.
    var nextAge: Timestamp? { entries.values.compactMap(\.nextAge).min() }

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
