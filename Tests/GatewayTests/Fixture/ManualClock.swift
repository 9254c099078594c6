import Payments

@testable import Gateway

/// A clock that a test moves by hand: whoever sleeps goes on when it has been moved far enough.
final class ManualClock: GatewayClock {
    private struct Sleeper: Sendable {
        let until: Timestamp
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var now = Timestamp(milliseconds: 1_796_004_000_000)
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
    }

    private let state = Watched(State())

    func now() -> Timestamp { state.withLock { $0.now } }

    /// Waits until something sleeps until exactly `duration` from now.
    func untilSomethingSleeps(for duration: Duration) async {
        let until = now() + duration
        await state.until { $0.sleepers.values.contains { $0.until == until } }
    }

    /// Waits until nothing sleeps until exactly `duration` from now.
    func untilNothingSleeps(for duration: Duration) async {
        let until = now() + duration
        await state.until { !$0.sleepers.values.contains { $0.until == until } }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.until < $1.until }
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }

    func sleep(for duration: Duration) async throws(CancellationError) {
        if await !wait(duration) { throw CancellationError() }
    }

    private func wait(_ duration: Duration) async -> Bool {
        let key = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
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
