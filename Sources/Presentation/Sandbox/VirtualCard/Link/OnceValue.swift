import Synchronization

/// A value that comes once, and those who wait for it.
final class OnceValue<Value: Sendable>: Sendable {
    private enum State {
        case awaited([CheckedContinuation<Value, Never>])
        case known(Value)
    }

    private let state = Mutex(State.awaited([]))

    /// The first one counts.
    func set(_ value: Value) {
        let waiters: [CheckedContinuation<Value, Never>] = state.withLock { state in
            guard case .awaited(let waiters) = state else { return [] }
            state = .known(value)
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// Waits whatever becomes of the task: whoever has to be stoppable sees to it that the value comes.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let known: Value? = state.withLock { state in
                switch state {
                case .known(let value): return value
                case .awaited(let waiters):
                    state = .awaited(waiters + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
