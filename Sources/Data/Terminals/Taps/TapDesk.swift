internal import Payments
internal import Reactor
internal import Synchronization

/// Where the monitor's news, the taps and the conversations meet: who waits at which reader, and whom the news concern.
final class TapDesk: Sendable {
    /// A tap's claim on a terminal.
    struct Ticket: Hashable, Sendable {
        let terminal: TerminalID
        fileprivate let number: Int
    }

    enum Seating {
        case seated(Ticket)
        case busy
        case noSuchTerminal
        case closed
    }

    struct State {
        var board = ReaderBoard()
        var seats: [TerminalID: Seat] = [:]
        var nextTap = 0
        var isClosed = false
        var lastLook: MonotonicTime?
    }

    let state = Mutex(State())
    let streams = DriverEventStreams()
    /// Every look at the readers, and every failure to look.
    let looks = Progress()
    /// Every conversation that ended or was left.
    let endings = Progress()
    private let observe: @Sendable (ReaderEvent) -> Void

    init(observe: @escaping @Sendable (ReaderEvent) -> Void) {
        self.observe = observe
    }

    func log(_ event: ReaderEvent) {
        observe(event)
    }

    /// Takes a tap in, or says why not.
    func sit(at terminal: TerminalID) -> Seating {
        state.withLock { state in
            if state.isClosed { return .closed }
            guard state.board.readers[terminal] != nil else { return .noSuchTerminal }
            var seat = state.seats[terminal] ?? Seat()
            guard seat.tap == nil else { return .busy }
            state.nextTap += 1
            (seat.tap, seat.isCancelled, seat.isExpired) = (state.nextTap, false, false)
            state.seats[terminal] = seat
            return .seated(Ticket(terminal: terminal, number: state.nextTap))
        }
    }

    /// The tap is over.
    func rise(_ ticket: Ticket) {
        change { state in
            state.withSeat(ticket) { $0.tap = nil }
        }
    }

    /// Waits for a card to read. Returns at once when the task is cancelled.
    func call(_ ticket: Ticket, until deadline: MonotonicTime) async -> Seat.Call {
        let timer = Task {
            guard (try? await Task.sleep(for: MonotonicTime.now.duration(to: deadline))) != nil else { return }
            self.change { $0.withSeat(ticket) { $0.isExpired = true } }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { $0.withSeat(ticket) { $0.waiter = continuation } }
            }
        } onCancel: {
            change { $0.withSeat(ticket) { $0.isCancelled = true } }
        }
    }

    /// Changes the state and wakes those taps whom that concerns.
    func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, calls) = state.withLock { state in
            let value = body(&state)
            return (value, state.takeCalls())
        }
        for (waiter, call) in calls { waiter.resume(returning: call) }
        return value
    }
}

extension TapDesk.State {
    /// Changes a tap's own seat.
    mutating func withSeat(_ ticket: TapDesk.Ticket, _ body: (inout Seat) -> Void) {
        guard var seat = seats[ticket.terminal], seat.tap == ticket.number else { return }
        body(&seat)
        seats[ticket.terminal] = seat.isFree ? nil : seat
    }

    fileprivate mutating func takeCalls() -> [(CheckedContinuation<Seat.Call, Never>, Seat.Call)] {
        var calls: [(CheckedContinuation<Seat.Call, Never>, Seat.Call)] = []
        for (terminal, seat) in seats {
            guard let waiter = seat.waiter, let call = seat.call(board.readers[terminal], isClosed: isClosed) else { continue }
            seats[terminal]?.waiter = nil
            calls.append((waiter, call))
        }
        return calls
    }
}
