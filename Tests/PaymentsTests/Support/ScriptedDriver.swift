import Payments
import Secrets

/// Terminals where everything happens when the test says so.
final class ScriptedDriver: TerminalDriver {
    /// A tap that has begun and not ended.
    private struct Tap: Sendable {
        let terminal: TerminalID
        let onCard: @Sendable () -> Void
        let continuation: CheckedContinuation<TapOutcome, Never>
    }

    private struct State: Sendable {
        var terminals: [Terminal]
        var taps: [Int: Tap] = [:]
        var limits: [Duration] = []
        var cancelled = 0
        var streams: [AsyncStream<TerminalDriverEvent>.Continuation] = []
        var lastTap = 0
    }

    private let endsWhenCancelled: Bool
    private let problem: String?
    private let state: Watched<State>

    /// - Parameter endsWhenCancelled: false for a card whose answer never comes: then a cancelled tap goes on.
    init(_ terminals: [TerminalID] = [.till], problem: String? = nil, endsWhenCancelled: Bool = true) {
        self.problem = problem
        self.endsWhenCancelled = endsWhenCancelled
        state = Watched(State(terminals: terminals.map { Terminal(id: $0, name: "Reader \($0)", status: .ready) }))
    }

    /// The limits of all taps that were begun, in their order.
    var limits: [Duration] { state.withLock { $0.limits } }

    /// How many taps were cancelled.
    var cancelled: Int { state.withLock { $0.cancelled } }

    /// Waits until a tap has begun for the `number`th time, counted from 1.
    func tapBegan(_ number: Int = 1) async {
        await state.until { $0.limits.count >= number }
    }

    /// Waits until so many taps were cancelled.
    func tapCancelled(_ number: Int = 1) async {
        await state.until { $0.cancelled >= number }
    }

    /// A card touches the terminal; what it says is yet to come.
    func touch(at terminal: TerminalID = .till) {
        for tap in state.withLock({ state in state.taps.values.filter { $0.terminal == terminal } }) { tap.onCard() }
    }

    /// Ends the tap at a terminal.
    func end(at terminal: TerminalID = .till, with outcome: TapOutcome) {
        let taps = state.withLock { state in
            let taps = state.taps.filter { $0.value.terminal == terminal }
            for key in taps.keys { state.taps[key] = nil }
            return Array(taps.values)
        }
        precondition(!taps.isEmpty, "no tap waits at \(terminal)")
        for tap in taps { tap.continuation.resume(returning: outcome) }
    }

    /// Something happens at a reader.
    func happen(_ kind: TerminalDriverEvent.Kind, at terminal: TerminalID = .till) {
        for stream in state.withLock({ $0.streams }) { stream.yield(TerminalDriverEvent(terminal, kind)) }
    }

    func unplug(_ terminal: TerminalID) {
        state.withLock { $0.terminals.removeAll { $0.id == terminal } }
    }

    func listing() async -> TerminalListing {
        TerminalListing(terminals: state.withLock { $0.terminals }, problem: problem)
    }

    func events() -> AsyncStream<TerminalDriverEvent> {
        let (stream, continuation) = AsyncStream<TerminalDriverEvent>.makeStream()
        state.withLock { $0.streams.append(continuation) }
        return stream
    }

    func tap(at terminal: TerminalID, within limit: Duration, onCard: @escaping @Sendable () -> Void) async -> TapOutcome {
        let number = state.withLock { state in
            state.lastTap += 1
            return state.lastTap
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    state.limits.append(limit)
                    if Task.isCancelled, endsWhenCancelled { return true }
                    state.taps[number] = Tap(terminal: terminal, onCard: onCard, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(returning: .cancelled) }
            }
        } onCancel: {
            let tap = state.withLock { state -> Tap? in
                state.cancelled += 1
                return endsWhenCancelled ? state.taps.removeValue(forKey: number) : nil
            }
            tap?.continuation.resume(returning: .cancelled)
        }
    }

    func close() async {}
}

extension TerminalID {
    static let till = TerminalID("till-1")
    static let counter = TerminalID("counter-2")
}

extension TerminalCard {
    /// A Visa's public test number, as a chip tells it.
    static func sample(
        _ number: String = "4111111111111111", network: CardNetwork? = .visa, expiry: CardExpiry? = CardExpiry(month: 12, year: 2030),
        holder: String? = "NURHALIZA/SITI", label: String? = "VISA DEBIT",
        application: String = "A0000000031010"
    ) -> TerminalCard {
        TerminalCard(
            number: SecretBytes(utf8: number), applicationNetwork: network, expiry: expiry, holderName: holder.map { SecretBytes(utf8: $0) },
            applicationIdentifier: application, applicationLabel: label)
    }

    var isWiped: Bool { number.isEmpty && holderName?.isEmpty != false }
}

extension TapFault {
    static let blocked = TapFault(code: .cardBlocked, message: "This card is blocked. Please use another card.")
    static let late = TapFault(code: .timedOut, message: "No card was held to the reader.")
}

extension ReadID {
    /// The id that a counting source gives as its `number`th.
    static func counted(_ number: UInt64, at moment: Timestamp = .sample) -> ReadID {
        ReadID(ulid: ULID(at: moment, entropyHigh: 0, entropyLow: number))
    }
}
