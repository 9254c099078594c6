import Synchronization

/// A value under a lock that a test can wait on: whoever waits goes on when a change makes the value as it wants it, or when the test is cancelled.
public final class Watched<Value: Sendable>: Sendable {
    private struct Watcher {
        let number: Int
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value: Value
        var watchers: [Watcher] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    /// Starts with a value.
    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The value now.
    public var value: Value { state.withLock { $0.value } }

    /// Reads or changes the value, then lets those go on who waited for this.
    @discardableResult
    public func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        let (result, met) = state.withLock { state in
            let result = body(&state.value)
            let value = state.value
            let met = state.watchers.filter { $0.isMet(value) }
            if !met.isEmpty { state.watchers.removeAll { watcher in met.contains { $0.number == watcher.number } } }
            return (result, met)
        }
        for watcher in met { watcher.continuation.resume() }
        return result
    }

    /// Waits until the value is as wanted; the test's time limit bounds the wait.
    public func until(_ isMet: @escaping @Sendable (Value) -> Bool) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if Task.isCancelled || isMet(state.value) { return true }
                    state.watchers.append(Watcher(number: number, isMet: isMet, continuation: continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.number == number }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
    }
}
