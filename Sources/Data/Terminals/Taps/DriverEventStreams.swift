internal import Payments
internal import Synchronization

/// The streams of those who listen to the readers.
final class DriverEventStreams: Sendable {
    /// Events a listener may fall behind before it loses the oldest.
    private static let backlog = 256

    private struct State {
        var isFinished = false
        var next = 0
        var listeners: [Int: AsyncStream<TerminalDriverEvent>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func stream() -> AsyncStream<TerminalDriverEvent> {
        let (stream, listener) = AsyncStream.makeStream(of: TerminalDriverEvent.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        guard let number else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func publish(_ event: TerminalDriverEvent) {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.yield(event) }
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return state.listeners.values.map(\.self)
        }
        for listener in listeners { listener.finish() }
    }
}
