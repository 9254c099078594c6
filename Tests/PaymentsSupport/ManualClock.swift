public import Payments
import TestSupport

/// A clock that stands still. A sleep waits until `advance` has moved it far enough, or moves it on by itself; it is on record.
public final class ManualClock: GatewayClock {
    private struct Sleeper: Sendable {
        let until: Timestamp
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var now: Timestamp
        var pauses: [Duration] = []
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var begun = 0
    }

    /// Whether a sleep moves the clock on by itself.
    public let sleepsPassAtOnce: Bool
    private let state: Watched<State>

    /// Makes a clock that stands at `now`.
    public init(_ now: Timestamp = .sample, sleepsPassAtOnce: Bool = false) {
        self.sleepsPassAtOnce = sleepsPassAtOnce
        state = Watched(State(now: now))
    }

    /// The sleeps that were asked for, in their order.
    public var pauses: [Duration] { state.withLock { $0.pauses } }

    /// Where it stands.
    public func now() -> Timestamp { state.withLock { $0.now } }

    /// Waits until a sleep has begun for the `number`th time, counted from 1.
    public func sleepBegan(_ number: Int) async {
        await state.until { $0.begun >= number }
    }

    /// Waits until something sleeps until exactly `duration` from now.
    public func untilSomethingSleeps(for duration: Duration) async {
        let deadline = now() + duration
        await state.until { $0.sleepers.values.contains { $0.until == deadline } }
    }

    /// Waits until nothing sleeps until exactly `duration` from now.
    public func untilNothingSleeps(for duration: Duration) async {
        let deadline = now() + duration
        await state.until { !$0.sleepers.values.contains { $0.until == deadline } }
    }

    /// How many sleep at all.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps by this clock.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        if sleepsPassAtOnce {
            state.withLock { $0.pauses.append(duration) }
            advance(by: duration)
        } else if await !wait(duration) {
            throw CancellationError()
        }
    }

    /// Moves the clock and wakes whoever slept until then, the earliest first.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }

    private func wait(_ duration: Duration) async -> Bool {
        let key = state.withLock { state in
            state.pauses.append(duration)
            state.lastSleeper += 1
            return state.lastSleeper
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    state.begun += 1
                    if Task.isCancelled { return false }
                    if duration <= .zero { return true }
                    state.sleepers[key] = Sleeper(until: state.now + duration, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume(returning: false)
        }
    }
}

extension Timestamp {
    /// 2026-11-30T02:00:00Z, the day of the contract's examples.
    public static let sample = Timestamp(milliseconds: 1_796_004_000_000)
}
