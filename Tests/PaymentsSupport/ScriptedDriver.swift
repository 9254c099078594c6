public import Payments
import TestSupport

/// Card readers that do what the test says. A tap waits until the test ends it, its task is cancelled, or the driver is closed.
public final class ScriptedDriver: TerminalDriver {
    /// A tap that has begun and not ended.
    private struct Tap: Sendable {
        let number: Int
        let limit: Duration
        let onCard: @Sendable () -> Void
        let continuation: CheckedContinuation<TapOutcome, Never>
    }

    private struct State: Sendable {
        var listing: TerminalListing
        var taps: [TerminalID: Tap] = [:]
        var numbered = 0
        var limits: [Duration] = []
        var cancelled = 0
        var streams: [AsyncStream<TerminalDriverEvent>.Continuation] = []
        var isClosed = false

        mutating func removeTap(_ number: Int) -> Tap? {
            taps.first { $0.value.number == number }.flatMap { taps.removeValue(forKey: $0.key) }
        }
    }

    private let main: TerminalID
    private let endsWhenCancelled: Bool
    private let state: Watched<State>

    /// - Parameters:
    ///   - main: the terminal that is meant where a test names none.
    ///   - endsWhenCancelled: false for a card whose answer never comes: then a cancelled tap goes on.
    public init(_ listing: TerminalListing, main: TerminalID, endsWhenCancelled: Bool = true) {
        self.main = main
        self.endsWhenCancelled = endsWhenCancelled
        state = Watched(State(listing: listing))
    }

    /// The limits of all taps that were begun, in their order.
    public var limits: [Duration] { state.value.limits }

    /// How many taps were cancelled.
    public var cancelled: Int { state.value.cancelled }

    /// Whether its owner has closed it.
    public var isClosed: Bool { state.value.isClosed }

    // MARK: What the test waits for

    /// Waits until a tap has begun for the `number`th time, counted from 1, whichever terminal it is at.
    public func tapBegan(_ number: Int = 1) async {
        await state.until { $0.limits.count >= number }
    }

    /// Waits until a tap waits at a terminal; answers how long it does.
    @discardableResult
    public func tapWaits(at terminal: TerminalID? = nil) async -> Duration? {
        let terminal = terminal ?? main
        await state.until { $0.taps[terminal] != nil }
        return state.value.taps[terminal]?.limit
    }

    /// Waits until no tap waits at a terminal.
    public func tapEnded(at terminal: TerminalID? = nil) async {
        let terminal = terminal ?? main
        await state.until { $0.taps[terminal] == nil }
    }

    /// Waits until so many taps were cancelled.
    public func tapCancelled(_ number: Int = 1) async {
        await state.until { $0.cancelled >= number }
    }

    // MARK: What the test does

    /// A card touches the terminal; what it says is yet to come.
    public func touch(at terminal: TerminalID? = nil) {
        state.value.taps[terminal ?? main]?.onCard()
    }

    /// Ends the tap that waits at a terminal.
    public func end(at terminal: TerminalID? = nil, with outcome: TapOutcome) {
        let terminal = terminal ?? main
        guard let tap = state.withLock({ $0.taps.removeValue(forKey: terminal) }) else { preconditionFailure("no tap waits at \(terminal)") }
        tap.continuation.resume(returning: outcome)
    }

    /// Something happens at a reader.
    public func happen(_ kind: TerminalDriverEvent.Kind, at terminal: TerminalID? = nil) {
        for stream in state.value.streams { stream.yield(TerminalDriverEvent(terminal ?? main, kind)) }
    }

    /// From now on these are the readers.
    public func attach(_ listing: TerminalListing) {
        state.withLock { $0.listing = listing }
    }

    /// A reader is gone.
    public func unplug(_ terminal: TerminalID) {
        state.withLock { state in
            state.listing = TerminalListing(terminals: state.listing.terminals.filter { $0.id != terminal }, problem: state.listing.problem)
        }
    }

    // MARK: The port

    /// What the test attached.
    public func listing() async -> TerminalListing { state.value.listing }

    /// What the test lets happen.
    public func events() -> AsyncStream<TerminalDriverEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalDriverEvent.self, bufferingPolicy: .bufferingNewest(64))
        let isClosed = state.withLock { state in
            state.streams.append(continuation)
            return state.isClosed
        }
        if isClosed { continuation.finish() }
        return stream
    }

    /// Waits for what the test says.
    public func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome {
        let number = state.withLock { state in
            state.numbered += 1
            return state.numbered
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> TapOutcome? in
                    // Told together with the tap: whoever waits for its beginning may end it at once.
                    state.limits.append(limit)
                    guard state.listing.terminals.contains(where: { $0.id == terminal }) else { return .noSuchTerminal }
                    guard state.taps[terminal] == nil else { return .busy }
                    if state.isClosed || (Task.isCancelled && endsWhenCancelled) { return .cancelled }
                    state.taps[terminal] = Tap(number: number, limit: limit, onCard: onCard, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let tap = state.withLock { state in
                state.cancelled += 1
                return endsWhenCancelled ? state.removeTap(number) : nil
            }
            tap?.continuation.resume(returning: .cancelled)
        }
    }

    /// Ends all taps and streams.
    public func close() async {
        let (taps, streams) = state.withLock { state in
            state.isClosed = true
            defer { state.taps = [:] }
            return (Array(state.taps.values), state.streams)
        }
        for tap in taps { tap.continuation.resume(returning: .cancelled) }
        for stream in streams { stream.finish() }
    }
}
