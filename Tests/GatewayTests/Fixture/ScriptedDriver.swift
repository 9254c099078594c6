import Payments
import Secrets

/// Card readers that do what the test says. A tap waits until the test ends it, its task is cancelled, or the driver is closed.
final class ScriptedDriver: TerminalDriver {
    private struct Tap: Sendable {
        let number: Int
        let limit: Duration
        let onCard: @Sendable () -> Void
        let continuation: CheckedContinuation<TapOutcome, Never>
    }

    private struct State: Sendable {
        var listing: TerminalListing
        var taps: [TerminalID: Tap] = [:]
        var begun = 0
        var listeners: [AsyncStream<TerminalDriverEvent>.Continuation] = []
        var isClosed = false
    }

    static let front = TerminalID("front-00")
    static let back = TerminalID("back-00")
    static let cardNumber = "4111111111111111"

    private let state: Watched<State>

    init(_ listing: TerminalListing = ScriptedDriver.twoReaders) {
        state = Watched(State(listing: listing))
    }

    static let twoReaders = TerminalListing(terminals: [
        Terminal(id: back, name: "Back 00", status: .ready), Terminal(id: front, name: "Front 00", status: .ready),
    ])

    /// What a tap brings of a card on which everything is.
    static var card: TapOutcome {
        .card(
            TerminalCard(
                number: SecretBytes(utf8: cardNumber), applicationNetwork: .visa, expiry: CardExpiry(month: 12, year: 2039),
                holderName: SecretBytes(utf8: "NURHALIZA/SITI"), applicationIdentifier: "A0000000031010", applicationLabel: "VISA CREDIT"))
    }

    static let removed = TapOutcome.failed(TapFault(code: .cardRemoved, message: "Hold the card still."))

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many taps were asked for.
    var tapsBegun: Int { state.withLock { $0.begun } }

    func attach(_ listing: TerminalListing) {
        state.withLock { $0.listing = listing }
    }

    /// Waits until somebody waits for a tap there; answers how long for.
    @discardableResult
    func tapBegan(at terminal: TerminalID = front) async -> Duration? {
        await state.until { $0.taps[terminal] != nil }
        return state.withLock { $0.taps[terminal]?.limit }
    }

    /// Waits until nobody waits for a tap there.
    func tapEnded(at terminal: TerminalID = front) async {
        await state.until { $0.taps[terminal] == nil }
    }

    /// A card comes, and is not read yet.
    func holdCard(at terminal: TerminalID = front) {
        state.withLock { $0.taps[terminal]?.onCard }?()
    }

    func endTap(at terminal: TerminalID = front, _ outcome: TapOutcome) {
        state.withLock { $0.taps.removeValue(forKey: terminal) }?.continuation.resume(returning: outcome)
    }

    /// Waits until somebody listens, and tells everybody.
    func happens(_ event: TerminalDriverEvent) async {
        await state.until { !$0.listeners.isEmpty }
        for listener in state.withLock({ $0.listeners }) { listener.yield(event) }
    }

    func listing() async -> TerminalListing {
        state.withLock { $0.listing }
    }

    func events() -> AsyncStream<TerminalDriverEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalDriverEvent.self, bufferingPolicy: .bufferingNewest(64))
        let isClosed = state.withLock { state in
            state.listeners.append(continuation)
            return state.isClosed
        }
        if isClosed { continuation.finish() }
        return stream
    }

    func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> TapOutcome? in
                    guard state.listing.terminals.contains(where: { $0.id == terminal }) else { return .noSuchTerminal }
                    guard state.taps[terminal] == nil else { return .busy }
                    guard !Task.isCancelled, !state.isClosed else { return .cancelled }
                    state.taps[terminal] = Tap(number: number, limit: limit, onCard: onCard, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let tap = state.withLock { state in
                state.taps.first { $0.value.number == number }.flatMap { state.taps.removeValue(forKey: $0.key) }
            }
            tap?.continuation.resume(returning: .cancelled)
        }
    }

    func close() async {
        let (taps, listeners) = state.withLock { state in
            state.isClosed = true
            defer { state.taps = [:] }
            return (Array(state.taps.values), state.listeners)
        }
        for tap in taps { tap.continuation.resume(returning: .cancelled) }
        for listener in listeners { listener.finish() }
    }
}
