internal import Payments
internal import Reactor
internal import Synchronization

/// A tap's conversation with its card, and the watch over it.
///
/// The thread that talks to the card cannot be stopped while a command is under way. So the tap does not wait for the thread: when the time is over,
/// the caller cancels or the reader is lost, the thread gets a moment to end by itself, and then the tap is answered without it.
final class Conversation: Sendable {
    private struct State {
        var stop: CardVisit.Stop?
        var isAnswered = false
        var tap: CheckedContinuation<TapOutcome, Never>?
        var timers: [Task<Void, Never>] = []

        /// Takes in the tap that is to be answered; what stops it when it was stopped before it began.
        mutating func admit(_ tap: CheckedContinuation<TapOutcome, Never>) -> CardVisit.Stop? {
            if stop == nil { self.tap = tap } else { _ = answer() }
            return stop
        }

        /// Who is to be answered; nil when that was done.
        mutating func answer() -> (tap: CheckedContinuation<TapOutcome, Never>?, stop: CardVisit.Stop?) {
            guard !isAnswered else { return (nil, stop) }
            isAnswered = true
            for timer in timers { timer.cancel() }
            defer { (tap, timers) = (nil, []) }
            return (tap, stop)
        }
    }

    private let ticket: TapDesk.Ticket
    private let insertion: ReaderBoard.Insertion
    private let limits: ReaderLimits
    private let desk: TapDesk
    private let begin = MonotonicTime.now
    private let state = Mutex(State())

    init(_ ticket: TapDesk.Ticket, _ insertion: ReaderBoard.Insertion, limits: ReaderLimits, desk: TapDesk) {
        self.ticket = ticket
        self.insertion = insertion
        self.limits = limits
        self.desk = desk
    }

    /// Reads the card; to be called once.
    func outcome(reader: String, profile: ReaderProfile) async -> TapOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { tap in
                // Whoever stops it from here on finds somebody to answer.
                if let stop = state.withLock({ $0.admit(tap) }) { return end(tap, stop) }
                desk.begin(self, ticket)
                start(after: limits.conversation) { $0.stop(.timedOut) }
                visit(reader: reader, profile: profile)
            }
        } onCancel: {
            stop(.cancelled)
        }
    }

    /// It was stopped before it began: no thread is started for it.
    private func end(_ tap: CheckedContinuation<TapOutcome, Never>, _ stop: CardVisit.Stop) {
        var report = ConversationReport(terminal: ticket.terminal)
        report.failure = CardVisit.End.stopped(stop).word
        desk.log(.conversationEnded(report))
        tap.resume(returning: stop.outcome)
    }

    /// Asks the conversation to end; the first reason counts.
    func stop(_ reason: CardVisit.Stop) {
        let isFirst = state.withLock { state in
            guard state.stop == nil, !state.isAnswered else { return false }
            state.stop = reason
            return true
        }
        if isFirst { start(after: limits.grace) { $0.leave() } }
    }

    private func visit(reader: String, profile: ReaderProfile) {
        let (desk, insertion, terminal) = (desk, insertion, ticket.terminal)
        let visit = CardVisit(
            terminal: terminal, reader: reader, insertion: insertion, limits: limits, profile: profile,
            stop: { self.state.withLock { $0.stop } },
            isPresent: { desk.isPresent(insertion, at: terminal) },
            onConnection: { desk.noteConnection(at: terminal, refusedWith: $0) })
        let executor = ThreadExecutor(name: "pcsc-card")
        let task = Task(executorPreference: executor) {
            let (end, report) = visit.run()
            self.finish(end, report)
        }
        Task {
            await task.value
            await executor.shutdown()
        }
    }

    /// The thread is through, and has released what it held.
    private func finish(_ end: CardVisit.End, _ report: ConversationReport) {
        let (tap, stop) = state.withLock { $0.answer() }
        var (end, report) = (end, report)
        report.wasLeft = tap == nil
        if case .cardGone = end, !desk.isAttached(ticket.terminal) { end = .readerLost }
        if tap == nil || stop == .cancelled { end.wipe() }
        // A card that was read for nobody may be read again.
        if end.isFinal, !end.isCard || (tap != nil && stop != .cancelled) { desk.markRead(insertion, at: ticket.terminal) }
        desk.finish(at: ticket.terminal)
        desk.log(.conversationEnded(report))
        tap?.resume(returning: stop == .cancelled ? .cancelled : end.outcome)
    }

    /// Answers the tap without the thread.
    private func leave() {
        guard case (let tap?, let stop?) = state.withLock({ $0.answer() }) else { return }
        desk.leave(at: ticket.terminal)
        desk.log(.conversationLeft(ticket.terminal, milliseconds: begin.duration(to: .now).wholeMilliseconds))
        tap.resume(returning: stop.outcome)
    }

    private func start(after delay: Duration, _ body: @escaping @Sendable (Conversation) -> Void) {
        let timer = Task {
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            body(self)
        }
        let isTooLate = state.withLock { state in
            guard !state.isAnswered else { return true }
            state.timers.append(timer)
            return false
        }
        if isTooLate { timer.cancel() }
    }
}
