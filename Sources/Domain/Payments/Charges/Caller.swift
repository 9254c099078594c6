import Synchronization

/// Whoever waits for a payment's outcome, as far as the payment cares: whether somebody is still there while a card is waited for.
final class Caller: Sendable {
    private enum State {
        case present
        case waiting(@Sendable () -> Void)
        case left
    }

    private let state = Mutex(State.present)

    /// Whether the caller has hung up.
    var hasLeft: Bool {
        state.withLock { state in
            if case .left = state { true } else { false }
        }
    }

    /// Runs an operation that is cancelled when the caller leaves, or has left.
    func whilePresent<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) async -> Result {
        let task = Task { await operation() }
        let hasLeft = state.withLock { state in
            if case .left = state { return true }
            state = .waiting { task.cancel() }
            return false
        }
        if hasLeft { task.cancel() }
        let result = await task.value
        state.withLock { state in
            if case .waiting = state { state = .present }
        }
        return result
    }

    /// The caller hangs up.
    func leave() {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .left }
            guard case .waiting(let cancel) = state else { return nil }
            return cancel
        }
        cancel?()
    }
}
