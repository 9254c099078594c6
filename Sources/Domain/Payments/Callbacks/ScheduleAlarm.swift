import Synchronization

/// Wakes the scheduler: when the next callback is due, when an earlier one comes up, when a turn comes free that it wants.
///
/// While it looks at the ledger every call is a wake, because its look may be older than what the caller just committed.
final class ScheduleAlarm: Sendable {
    private enum State {
        case awake(turnCameFree: Bool)
        /// Until this moment, or without an end. `wantsTurn`: callbacks were due that could not start.
        case asleep(until: Timestamp?, wantsTurn: Bool)
    }

    private let state = Mutex(State.awake(turnCameFree: false))
    private let restUntil = Mutex<Timestamp?>(nil)
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the scheduler whatever it waits for.
    func ring() {
        state.withLock { $0 = .awake(turnCameFree: false) }
        continuation.yield()
    }

    /// A callback is due at this moment now.
    func note(dueAt moment: Timestamp) {
        let isNews = state.withLock { state in
            switch state {
            case .awake: true
            case .asleep(let until, _): until.map { moment < $0 } ?? true
            }
        }
        if isNews { ring() }
    }

    /// A delivery has ended.
    func noteFreeTurn() {
        let isWanted = state.withLock { state in
            switch state {
            case .awake:
                state = .awake(turnCameFree: true)
                return false
            case .asleep(_, let wantsTurn):
                return wantsTurn
            }
        }
        if isWanted { ring() }
    }

    /// The ledger failed: looking again before this moment would only fail again.
    func rest(until moment: Timestamp) {
        restUntil.withLock { $0 = moment }
    }

    /// The end of the rest, nil when there is none at this moment.
    func rest(at moment: Timestamp) -> Timestamp? {
        restUntil.withLock { until in
            if let end = until, end <= moment { until = nil }
            return until
        }
    }

    /// Ends the scheduler's loop.
    func end() {
        continuation.finish()
    }

    /// Runs `look` once, and again after every wake, until `end()`.
    func run(clock: any GatewayClock, _ look: () async -> ScheduleOutlook) async {
        var wakes = wakes.makeAsyncIterator()
        while !Task.isCancelled {
            state.withLock { $0 = .awake(turnCameFree: false) }
            let outlook = await look()
            let pause = outlook.next.map { max($0 - clock.now(), .zero) } ?? Self.longestSleep
            let timer = Task { [longest = Self.longestSleep] in
                do { try await clock.sleep(for: min(pause, longest)) } catch { return }
                self.ring()
            }
            fallAsleep(outlook)
            let goesOn: Void? = await wakes.next()
            timer.cancel()
            if goesOn == nil { return }
        }
    }

    private func fallAsleep(_ outlook: ScheduleOutlook) {
        let missedTurn = state.withLock { state in
            var missedTurn = false
            if case .awake(turnCameFree: true) = state { missedTurn = outlook.wantsTurn }
            state = .asleep(until: outlook.next, wantsTurn: outlook.wantsTurn)
            return missedTurn
        }
        if missedTurn { ring() }
    }

    /// Longer sleeps are cut, so that a wall clock that was set is noticed.
    private static let longestSleep: Duration = .seconds(60)
}

/// What the scheduler found.
struct ScheduleOutlook: Sendable {
    /// When it has to look again.
    let next: Timestamp?
    /// Whether callbacks were due that could not start.
    let wantsTurn: Bool
}
