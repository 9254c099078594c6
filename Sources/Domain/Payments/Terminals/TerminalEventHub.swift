import Synchronization

/// Hands what happens at terminals to those who listen, each merchant what is its own.
final class TerminalEventHub: Sendable {
    private struct Listener {
        let merchant: MerchantID
        let continuation: AsyncStream<TerminalEvent>.Continuation
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        var isClosed = false
    }

    private let rules: TerminalRules
    private let state = Mutex(State())

    init(rules: TerminalRules) {
        self.rules = rules
    }

    /// What happens from now on; nil when there are too many listeners. After `close` it has ended.
    func events(of merchant: MerchantID) -> AsyncStream<TerminalEvent>? {
        let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream(bufferingPolicy: .bufferingNewest(rules.eventBacklog))
        enum Entry {
            case listener(Int)
            case closed
            case full
        }
        let entry = state.withLock { state in
            if state.isClosed { return Entry.closed }
            guard state.listeners.values.count(where: { $0.merchant == merchant }) < rules.maximumListeners else { return .full }
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener(merchant: merchant, continuation: continuation)
            return .listener(state.lastListener)
        }
        switch entry {
        case .full: return nil
        case .closed: continuation.finish()
        case .listener(let number):
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
        }
        return stream
    }

    /// Something happened at a reader: for every merchant that may use it.
    func publish(_ event: TerminalDriverEvent, at moment: Timestamp) {
        let event = TerminalEvent(kind: TerminalEvent.Kind(event.kind), terminal: event.terminal, read: nil, at: moment)
        publish(event) { [rules] in rules.terminals(event.terminal, $0) }
    }

    /// Something happened to a merchant's read.
    func publish(_ event: TerminalEvent, to merchant: MerchantID) {
        publish(event) { $0 == merchant }
    }

    /// Ends all streams.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return state.listeners
        }
        // Not under the lock: the end of a stream takes it.
        for listener in listeners.values { listener.continuation.finish() }
    }

    private func publish(_ event: TerminalEvent, to isMeant: (MerchantID) -> Bool) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners where isMeant(listener.merchant) { listener.continuation.yield(event) }
    }
}
