import Synchronization

/// The taps that payments wait for.
struct PaymentTaps {
    private var tasks: [Int: Task<TapOutcome, Never>] = [:]
    private var last = 0
    /// No payment waits for a card any more.
    var areOver = false

    mutating func add(_ task: Task<TapOutcome, Never>) -> Int {
        last += 1
        tasks[last] = task
        return last
    }

    mutating func remove(_ number: Int) {
        tasks[number] = nil
    }

    var all: [Task<TapOutcome, Never>] { Array(tasks.values) }
}

// What payments need of terminals.
extension TerminalService {
    /// Waits for a card at a terminal, for a payment; cancelled with the caller's task. The card is the caller's to wipe.
    func tap(at id: TerminalID, within limit: Duration, for merchant: MerchantID) async -> TapOutcome {
        guard await terminal(id, of: merchant) != nil else { return .noSuchTerminal }
        guard state.withLock({ $0.book.occupy(id) }) else { return .busy }
        ports.observe(.tapStarted(id, merchant))
        let task = Task { await ports.driver.tap(at: id, within: limit, onCard: {}) }
        let (number, isOver) = state.withLock { state in (state.payments.add(task), state.payments.areOver) }
        if isOver { task.cancel() }
        var outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { state in
            state.payments.remove(number)
            state.book.vacate(id)
        }
        // It was attached when the tap began.
        if case .noSuchTerminal = outcome { outcome = .failed(.readerLost) }
        ports.observe(.tapEnded(id, outcome.word))
        return outcome
    }

    /// Ends the waits of all payments, and those to come.
    func cancelPaymentTaps() {
        let tasks = state.withLock { state in
            state.payments.areOver = true
            return state.payments.all
        }
        for task in tasks { task.cancel() }
    }

    /// Why a merchant's payment would not get the card of a read at this moment; nil when it would.
    func refusal(of id: String, to externalID: String?, of merchant: MerchantID) -> ReadRefusal? {
        state.withLock { $0.book.refusal(of: id, to: externalID, of: merchant, at: ports.clock.now()) }
    }

    /// Takes a read for the payment under `externalID`, until `giveBack` or `settle`. The card is a copy and the caller's to wipe.
    func claim(_ id: String, for externalID: String, of merchant: MerchantID) throws(ReadRefusal) -> ReadClaim {
        let now = ports.clock.now()
        return try state.withLock { state in
            Result { () throws(ReadRefusal) in try state.book.claim(id, for: externalID, of: merchant, at: now) }
        }.get()
    }

    /// The payment that took the read was not recorded: the read is as it was before.
    func giveBack(_ claim: ReadClaim) {
        state.withLock { state in
            _ = state.book.update(claim.read) { $0.use = $0.use.givenBack }
        }
    }

    /// The payment that took the read was charged. It keeps the read if it may be attempted anew; else the card is wiped.
    func settle(_ claim: ReadClaim, mayComeAgain: Bool) {
        state.withLock { state in
            _ = state.book.update(claim.read) { entry in
                entry.use = entry.use.charged(mayComeAgain: mayComeAgain)
                if entry.use == .spent { entry.wipe() }
            }
        }
    }
}

/// A read that a payment has to itself, and a copy of its card.
struct ReadClaim: Sendable {
    let read: ReadID
    let card: TerminalCard
}

extension ReadBook {
    /// Why a merchant's payment does not get a read's card; nil when it does. `externalID` is nil for a request that has none to go by.
    func refusal(of id: String, to externalID: String?, of merchant: MerchantID, at moment: Timestamp) -> ReadRefusal? {
        guard let id = ReadID(id), let entry = entries[id], entry.merchant == merchant else { return .unknown }
        switch entry.status {
        case .waiting, .reading: return .unfinished
        case .failed, .cancelled, .timedOut: return .failed(entry.status, entry.fault)
        case .succeeded: break
        }
        guard entry.use.claimed(by: externalID ?? "") != nil else { return .used }
        guard entry.card != nil, let expiresAt = entry.expiresAt, moment < expiresAt else { return .expired }
        return nil
    }

    mutating func claim(
        _ id: String, for externalID: String, of merchant: MerchantID, at moment: Timestamp
    ) throws(ReadRefusal) -> ReadClaim {
        if let refusal = refusal(of: id, to: externalID, of: merchant, at: moment) { throw refusal }
        let claim = ReadID(id).flatMap { id in
            update(id) { entry -> ReadClaim? in
                guard let use = entry.use.claimed(by: externalID), let card = entry.card else { return nil }
                entry.use = use
                return ReadClaim(read: id, card: card.copied())
            }
        }
        guard case .some(.some(let claim)) = claim else { throw .unknown }
        return claim
    }
}
