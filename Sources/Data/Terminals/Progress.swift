internal import Synchronization

/// Counts something that happens now and then, for those that wait for the next time. Nobody waits without a limit.
final class Progress: Sendable {
    private struct State {
        var count = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

        /// Takes a waiter in and numbers it; nil when it need not wait.
        mutating func enter(_ waiter: CheckedContinuation<Void, Never>, beyond count: Int) -> Int? {
            guard self.count <= count else { return nil }
            nextWaiter += 1
            waiters[nextWaiter] = waiter
            return nextWaiter
        }
    }

    private let state = Mutex(State())

    /// How often it has happened.
    var count: Int { state.withLock { $0.count } }

    func advance() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it has happened more than `count` times, at most for `limit`.
    func wait(beyond count: Int, within limit: Duration) async {
        var timer: Task<Void, Never>?
        await withCheckedContinuation { waiter in
            guard let number = state.withLock({ $0.enter(waiter, beyond: count) }) else { return waiter.resume() }
            // Begun when there is somebody to wake: a limit that is over at once would find nobody, and never come back.
            timer = Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                self.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
            }
        }
        timer?.cancel()
    }
}
