import Reactor
import Synchronization

/// Tells the observer when the server has to let connections wait, and when that is over. Between full and not quite full a busy server may change a
/// thousand times a second; what is told is an episode, which is over when nobody has had to wait for a while.
final class AcceptingEpisode: Sendable {
    private struct State {
        var began: MonotonicTime?
        /// Counts the shortages, to know whether there was another.
        var shortages = 0
        var isShort = false
    }

    /// How long nobody has had to wait when an episode is over.
    private static let calm = Duration.seconds(1)

    private let state = Mutex(State())
    private let observer: @Sendable (ServerEvent) -> Void

    init(_ observer: @escaping @Sendable (ServerEvent) -> Void) {
        self.observer = observer
    }

    /// Connections have to wait.
    func pauses(_ shortage: AcceptingShortage) {
        let isFirst = state.withLock { state in
            state.shortages += 1
            state.isShort = true
            defer { state.began = state.began ?? .now }
            return state.began == nil
        }
        if isFirst { observer(.acceptingPaused(shortage)) }
    }

    /// None waits any more. Whether that stays so is looked at on `loop`.
    func resumes(on loop: EventLoop) {
        let shortages = state.withLock { state -> Int? in
            guard state.isShort else { return nil }
            state.isShort = false
            return state.shortages
        }
        guard let shortages else { return }
        loop.execute { [self] in loop.schedule(after: Self.calm) { [self] in end(ifStill: shortages) } }
    }

    private func end(ifStill shortages: Int) {
        let began = state.withLock { state -> MonotonicTime? in
            guard !state.isShort, state.shortages == shortages else { return nil }
            defer { state.began = nil }
            return state.began
        }
        if let began { observer(.acceptingResumed(after: began.duration(to: .now))) }
    }
}
