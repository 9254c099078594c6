import Synchronization

/// Lets only so many through at a time; the others wait, the first come first.
final class Turnstile: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Who of `waiting` is next; those before have gone.
        var next = 0
    }

    private let state: Mutex<State>

    init(places: Int) {
        state = Mutex(State(free: places))
    }

    /// Does the work when there is a place for it.
    func pass<Result>(_ work: () async -> Result) async -> Result {
        await enter()
        defer { leave() }
        return await work()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return continuation.resume()
                }
                state.waiting.append(continuation)
            }
        }
    }

    private func leave() {
        state.withLock { state in
            guard state.next < state.waiting.count else {
                state.free += 1
                return
            }
            state.waiting[state.next].resume()
            state.next += 1
            if state.next == state.waiting.count { (state.waiting, state.next) = ([], 0) }
        }
    }
}
