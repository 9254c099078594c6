import Payments
import Synchronization

/// A clock that stands still. A sleep either moves it on by itself and is on record, or waits until `advance` has moved it far enough.
final class ManualClock: GatewayClock {
    private struct State {
        var now: Timestamp
        var pauses: [Duration] = []
        var sleepers: [Int: (until: Timestamp, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var lastSleeper = 0
        var begun = 0
        var awaited: [Int: Signal] = [:]
    }

    private let sleepsPassAtOnce: Bool
    private let state: Mutex<State>

    init(_ now: Timestamp = .sample, sleepsPassAtOnce: Bool = true) {
        self.sleepsPassAtOnce = sleepsPassAtOnce
        state = Mutex(State(now: now))
    }

    /// The sleeps that were asked for, in their order.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func now() -> Timestamp { state.withLock { $0.now } }

    /// Waits until a sleep has begun for the `number`th time, counted from 1.
    func sleepBegan(_ number: Int) async {
        let signal = state.withLock { state in
            let signal = state.awaited[number] ?? Signal()
            state.awaited[number] = signal
            if state.begun >= number { signal.happen() }
            return signal
        }
        await signal.wait()
    }

    func sleep(for duration: Duration) async throws(CancellationError) {
        if sleepsPassAtOnce {
            state.withLock { $0.pauses.append(duration) }
            advance(by: duration)
        } else if await !wait(duration) {
            throw CancellationError()
        }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: true) }
    }

    private func wait(_ duration: Duration) async -> Bool {
        let key = state.withLock { state in
            state.pauses.append(duration)
            state.lastSleeper += 1
            return state.lastSleeper
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isCancelled, signal) = state.withLock { state in
                    let isCancelled = Task.isCancelled
                    if !isCancelled { state.sleepers[key] = (state.now + duration, continuation) }
                    state.begun += 1
                    return (isCancelled, state.awaited[state.begun])
                }
                if isCancelled { continuation.resume(returning: false) }
                signal?.happen()
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: key) }?.continuation.resume(returning: false)
        }
    }
}

extension Timestamp {
    /// 2026-11-30T02:00:00Z, the day of the contract's examples.
    static let sample = Timestamp(milliseconds: 1_796_004_000_000)
}
