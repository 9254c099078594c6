import Payments
import Synchronization

/// A clock that a test moves by hand. Tests wait for a sleeper to appear before they move it, so that nothing depends on timing.
final class CallbackTestClock: GatewayClock {
    private struct Sleeper {
        let number: Int
        let deadline: Timestamp
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Watcher {
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Timestamp
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    init(at now: Timestamp = Timestamp(milliseconds: 1_800_000_000_000)) {
        state = Mutex(State(now: now))
    }

    func now() -> Timestamp { state.withLock { $0.now } }

    func sleep(for duration: Duration) async throws(CancellationError) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let slept = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in lieDown(number, for: duration, continuation) }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !slept { throw CancellationError() }
    }

    private func lieDown(_ number: Int, for duration: Duration, _ continuation: CheckedContinuation<Bool, Never>) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [Watcher]) in
            if Task.isCancelled { return (false, []) }
            let deadline = state.now + duration
            if deadline <= state.now { return (true, []) }
            state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
            let seen = state.watchers.filter { $0.deadline == deadline }
            state.watchers.removeAll { $0.deadline == deadline }
            return (nil, seen)
        }
        if let answer { continuation.resume(returning: answer) }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Waits until something sleeps until exactly `duration` from now.
    func untilSomethingSleeps(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let deadline = state.now + duration
                if state.sleepers.contains(where: { $0.deadline == deadline }) { return true }
                state.watchers.append(Watcher(deadline: deadline, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Moves the clock and wakes whoever slept until then, the earliest first.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now + duration
            let woken = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }
}
