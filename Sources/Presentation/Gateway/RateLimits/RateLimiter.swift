import Reactor
import Synchronization

/// A bucket for each of those whom a limit is for, in a table of bounded size.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    /// Two generations: who asks is in the younger one. When that is full its full buckets are forgotten, which changes nothing, and if it is still
    /// half full the older generation is forgotten and takes its place: those who have not asked for longest, so that nobody who keeps asking gets
    /// a new bucket. Nothing is done while nobody asks.
    private struct State {
        var younger: [Key: TokenBucket] = [:]
        var older: [Key: TokenBucket] = [:]
        var unreported = 0
        var reportAfter: MonotonicTime?
    }

    /// How often it is told at the most that somebody is being limited.
    static var reportInterval: Duration { .seconds(10) }

    private let limit: RateLimit
    private let maximumPerGeneration: Int
    private let now: @Sendable () -> MonotonicTime
    private let report: @Sendable (Key, Int) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximumKeys: how many are remembered, at least two.
    ///   - now: the time.
    ///   - report: hears of the first refusal, and then once in a while, of whom it was and how many there were since it last heard; must not block.
    init(
        _ limit: RateLimit, maximumKeys: Int, now: @escaping @Sendable () -> MonotonicTime = { .now },
        report: @escaping @Sendable (Key, Int) -> Void
    ) {
        self.limit = limit
        maximumPerGeneration = max(maximumKeys / 2, 1)
        self.now = now
        self.report = report
    }

    /// How many are remembered.
    var count: Int { state.withLock { $0.younger.count + $0.older.count } }

    /// Counts a request of `key`: answers nil if it may go on, else how long until the next one may.
    func refuse(_ key: Key) -> Duration? {
        let moment = now()
        let (wait, refusals) = state.withLock { state -> (Duration?, Int?) in
            let known = state.younger[key]
            var bucket = known ?? state.older.removeValue(forKey: key) ?? TokenBucket()
            if known == nil, state.younger.count >= maximumPerGeneration { makeRoom(in: &state, at: moment) }
            let wait = bucket.take(under: limit, at: moment)
            state.younger[key] = bucket
            return (wait, wait == nil ? nil : Self.noteRefusal(in: &state, at: moment))
        }
        if let refusals { report(key, refusals) }
        return wait
    }

    private func makeRoom(in state: inout State, at moment: MonotonicTime) {
        state.younger = state.younger.filter { !$0.value.isFull(at: moment) }
        guard state.younger.count > maximumPerGeneration / 2 else { return }
        state.older = state.younger
        state.younger = [:]
    }

    /// How many refusals are to be told of now; nil when it is too early.
    private static func noteRefusal(in state: inout State, at moment: MonotonicTime) -> Int? {
        state.unreported += 1
        guard state.reportAfter.map({ $0 <= moment }) ?? true else { return nil }
        state.reportAfter = moment.advanced(by: reportInterval)
        defer { state.unreported = 0 }
        return state.unreported
    }
}
