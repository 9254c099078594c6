import Synchronization
import Testing

@testable import Sandbox

@Suite("Letting only so many through", .timeLimit(.minutes(1)))
struct TurnstileTests {
    private final class Room: Sendable {
        private struct State {
            var now = 0
            var most = 0
            var gone = 0
        }

        private let state = Mutex(State())

        var most: Int { state.withLock { $0.most } }
        var gone: Int { state.withLock { $0.gone } }

        func enter() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func leave() {
            state.withLock { state in
                state.now -= 1
                state.gone += 1
            }
        }
    }

    @Test("Never more at a time than there are places, and everybody comes through")
    func bound() async {
        let turnstile = Turnstile(places: 3)
        let room = Room()
        await withDiscardingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    await turnstile.pass {
                        room.enter()
                        await Task.yield()
                        room.leave()
                    }
                }
            }
        }
        #expect((1...3).contains(room.most))
        #expect(room.gone == 200)
    }
}
