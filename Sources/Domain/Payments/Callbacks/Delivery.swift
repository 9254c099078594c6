/// The word of the API for how far a callback's delivery has come.
public enum DeliveryStatus: String, CaseIterable, Sendable {
    /// Attempts are still to come.
    case pending = "PENDING"
    /// The merchant store answered 200 once.
    case delivered = "DELIVERED"
    /// The schedule is used up: a dead letter.
    case dead = "DEAD"
}

/// Where a callback's delivery to the merchant store stands: a pure value, moved only by the events below (contract, section 4, "Retries").
///
/// | event | PENDING | DELIVERED | DEAD |
/// |---|---|---|---|
/// | `begin(.schedule)` | when due: runs | when asked for: runs | when asked for: runs |
/// | `begin(.arrival)` | runs | refused: it is accepted already | runs |
/// | `begin(.redelivery)` | runs | runs | runs |
/// | `end(accepted)` | DELIVERED | stays | DELIVERED |
/// | `end(refused)` | next wait, or DEAD after the last | stays | stays |
/// | `ask` | due now | due now | due now |
/// | `interrupt` | what ran is due now | what ran is due now | what ran is due now |
///
/// An attempt takes a place in the schedule only when it begins at the schedule's time or later; one before that, or of a callback that is not
/// PENDING, stands outside it: it cannot use the schedule up and does not move it.
public struct Delivery: Hashable, Sendable {
    /// How far it has come.
    public private(set) var status: DeliveryStatus
    /// Attempts of the schedule that are used up: 0 before the first attempt has ended, 4 when none of the usual schedule is left.
    public private(set) var slotsUsed: Int
    /// The schedule's time of its next attempt; nil when none is to come or when that attempt is running.
    public private(set) var nextAttemptAt: Timestamp?
    /// From when on the gateway makes an attempt by itself; nil while one is running and when none is to be made. Later than `nextAttemptAt` where
    /// the provider's own repeat is waited for.
    public private(set) var dueAt: Timestamp?
    /// How many attempts are on record, those outside the schedule included.
    public private(set) var attemptsMade: Int
    /// An attempt was begun and its end is not on record. After a crash this tells what to make again.
    public private(set) var isRunning: Bool

    /// A delivery's standing as the ledger has it on record.
    public init(status: DeliveryStatus, slotsUsed: Int, nextAttemptAt: Timestamp?, dueAt: Timestamp?, attemptsMade: Int, isRunning: Bool) {
        self.status = status
        self.slotsUsed = slotsUsed
        self.nextAttemptAt = nextAttemptAt
        self.dueAt = dueAt
        self.attemptsMade = attemptsMade
        self.isRunning = isRunning
    }

    /// For a merchant without an address: the ledger itself is the merchant store, and has it.
    static let accepted = Delivery(status: .delivered, slotsUsed: 0, nextAttemptAt: nil, dueAt: nil, attemptsMade: 0, isRunning: false)

    /// A new callback whose first attempt begins with its admission, so that one commit does for both.
    static let begun = Delivery(status: .pending, slotsUsed: 0, nextAttemptAt: nil, dueAt: nil, attemptsMade: 0, isRunning: true)

    /// A new callback whose first attempt is due but cannot begin yet.
    static func waiting(since moment: Timestamp) -> Delivery {
        Delivery(status: .pending, slotsUsed: 0, nextAttemptAt: moment, dueAt: moment, attemptsMade: 0, isRunning: false)
    }

    /// The number of the attempt that is running or comes next. One that was cut short is not on record, so its number is given again.
    public var nextNumber: Int { attemptsMade + 1 }

    /// Why an attempt is to be made.
    enum Occasion: Hashable, Sendable {
        /// The gateway's own scheduler found it due.
        case schedule
        /// The provider sent the callback, for the first time or again.
        case arrival
        /// An operator asked for it and waits for the outcome.
        case redelivery
    }

    /// Begins an attempt; false, with nothing changed, when the occasion is no reason for one.
    mutating func begin(_ occasion: Occasion, at moment: Timestamp) -> Bool {
        switch occasion {
        case .schedule: guard let dueAt, dueAt <= moment else { return false }
        case .arrival: guard status != .delivered else { return false }
        case .redelivery: break
        }
        if let scheduled = nextAttemptAt, scheduled <= moment { nextAttemptAt = nil }
        dueAt = nil
        isRunning = true
        return true
    }

    /// Whether the attempt that is running takes a place in the schedule.
    private var runsInSchedule: Bool { status == .pending && nextAttemptAt == nil }

    /// Ends the running attempt; the next wait counts from `moment`.
    mutating func end(accepted: Bool, at moment: Timestamp, policy: RetryPolicy) {
        attemptsMade += 1
        if runsInSchedule {
            slotsUsed += 1
            nextAttemptAt = policy.schedule.wait(afterAttempt: slotsUsed).map { moment + $0 }
            if nextAttemptAt == nil { status = .dead }
        }
        if accepted {
            status = .delivered
            nextAttemptAt = nil
        }
        isRunning = false
        dueAt = nextAttemptAt.map { policy.gatewayActs(onAttemptAt: $0) }
    }

    /// Takes note that the running attempt was cut short: it was not made, and is due at once under the same number and in the same place.
    mutating func interrupt(at moment: Timestamp) {
        guard isRunning else { return }
        if runsInSchedule { nextAttemptAt = moment }
        isRunning = false
        dueAt = moment
    }

    /// Asks for an attempt that the scheduler makes as soon as it can.
    mutating func ask(at moment: Timestamp) {
        guard !isRunning else { return }
        dueAt = moment
    }

    /// The merchant has no address any more: the ledger itself is the merchant store now.
    mutating func accept() {
        self = Delivery(
            status: .delivered, slotsUsed: slotsUsed, nextAttemptAt: nil, dueAt: nil, attemptsMade: attemptsMade, isRunning: false)
    }
}
