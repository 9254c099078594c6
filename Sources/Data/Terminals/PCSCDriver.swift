public import Payments
internal import Reactor

/// The card readers of this machine, by way of its PC/SC service (pcscd).
///
/// One thread listens to the service as long as the driver lives; every conversation with a card has another, with a context of its own, because
/// nothing can cancel a command that is under way. It works as well before there is a service: the listing then says what is missing.
public final class PCSCDriver: TerminalDriver {
    /// A younger look at the readers is fresh enough for a listing.
    private static let freshness: Duration = .seconds(1)

    private let limits: ReaderLimits
    private let profile: ReaderProfile
    let desk: TapDesk
    private let monitor: ReaderMonitor

    /// Starts listening at once. `observe` is called for what a log should hold, from the driver's threads; it must not block.
    public init(
        limits: ReaderLimits = .standard, profile: ReaderProfile = .standard, observe: @escaping @Sendable (ReaderEvent) -> Void = { _ in }
    ) {
        self.limits = limits
        self.profile = profile
        desk = TapDesk(observe: observe)
        monitor = ReaderMonitor(limits: limits, desk: desk)
    }

    deinit {
        desk.close()
        monitor.stop()
    }

    /// The terminals, and what keeps others from being found.
    public func listing() async -> TerminalListing {
        let count = desk.looks.count
        if let age = desk.ageOfLook {
            // That another program takes or leaves a reader is not told, it has to be asked for.
            if age > Self.freshness {
                monitor.refresh()
                await desk.looks.wait(beyond: count, within: limits.look)
            }
        } else {
            await firstLook()
        }
        return desk.listing()
    }

    /// What happens at the readers from now on.
    public func events() -> AsyncStream<TerminalDriverEvent> {
        desk.streams.stream()
    }

    /// Reads the card that lies there or comes next.
    public func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome {
        await tap(at: terminal, within: limit, limits: limits, onCard: onCard)
    }

    func tap(at terminal: TerminalID, within limit: Duration, limits: ReaderLimits, onCard: @escaping @Sendable () -> Void) async -> TapOutcome {
        let deadline = MonotonicTime.now.advanced(by: limit)
        await firstLook()
        let ticket: TapDesk.Ticket
        switch desk.sit(at: terminal) {
        case .seated(let seat): ticket = seat
        case .busy: return .busy
        case .noSuchTerminal: return .noSuchTerminal
        case .closed: return .cancelled
        }
        defer { desk.rise(ticket) }
        switch await desk.call(ticket, until: deadline) {
        case .card(let insertion, let reader):
            onCard()
            return await Conversation(ticket, insertion, limits: limits, desk: desk).outcome(reader: reader, profile: profile)
        case .readerLost: return .failed(.readerLost)
        case .expired(let isKept): return .timedOut(isKept ? .previousCard : .noCard)
        case .cancelled: return .cancelled
        }
    }

    /// Ends all taps and streams, and the threads; one that hangs in the service or a reader's driver is left to itself.
    public func close() async {
        desk.close()
        monitor.stop()
        let deadline = MonotonicTime.now.advanced(by: limits.close)
        await monitor.waitForEnd(within: limits.close)
        while true {
            let count = desk.endings.count
            let rest = MonotonicTime.now.duration(to: deadline)
            guard desk.isTalking, rest > .zero else { return }
            await desk.endings.wait(beyond: count, within: rest)
        }
    }

    /// Right after the start nothing is known for a moment.
    private func firstLook() async {
        if desk.ageOfLook == nil { await desk.looks.wait(beyond: 0, within: limits.close) }
    }
}
