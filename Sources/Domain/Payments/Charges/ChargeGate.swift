import Synchronization

/// Counts the charges in flight: none above the bound, none after closing, and a way to wait for the last.
final class ChargeGate: Sendable {
    private struct State {
        var isClosed = false
        var inFlight = 0
        var payments: Set<PaymentID> = []
        var awaiting: Set<PaymentKey> = []
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Takes a place, to be given back by `leave`; the cause when there is none.
    func enter() -> UnavailableCause? {
        state.withLock { state in
            if state.isClosed { return .stopping }
            guard state.inFlight < maximum else { return .overload }
            state.inFlight += 1
            return nil
        }
    }

    /// Takes a second place for what is left to do of a charge that has one, be the gate full or closed.
    func stay() {
        state.withLock { $0.inFlight += 1 }
    }

    /// Gives a place back.
    func leave() {
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            state.inFlight -= 1
            guard state.inFlight == 0 else { return [:] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Notes that a payment is being charged.
    func hold(_ payment: PaymentID) {
        state.withLock { _ = $0.payments.insert(payment) }
    }

    /// Whether a payment is being charged, or its result still waits to be recorded.
    func holds(_ payment: PaymentID) -> Bool {
        state.withLock { $0.payments.contains(payment) }
    }

    /// Notes that a payment's charge has ended and is on record.
    func release(_ payment: PaymentID) {
        state.withLock { _ = $0.payments.remove(payment) }
    }

    /// Notes that the request under a key waits for its card; false when another one does.
    func reserve(_ key: PaymentKey) -> Bool {
        state.withLock { $0.awaiting.insert(key).inserted }
    }

    /// Whether a request under the key waits for its card.
    func reserves(_ key: PaymentKey) -> Bool {
        state.withLock { $0.awaiting.contains(key) }
    }

    /// Notes that the request under a key waits no more.
    func unreserve(_ key: PaymentKey) {
        state.withLock { _ = $0.awaiting.remove(key) }
    }

    /// Lets nobody in any more.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// How many places are taken.
    var inFlight: Int { state.withLock { $0.inFlight } }

    /// Waits until no place is taken, or the task is cancelled.
    func emptied() async {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // A cancellation from here on finds the continuation in its place, as its handler needs this lock.
                    guard state.inFlight > 0, !Task.isCancelled else { return false }
                    state.waiting[waiter] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
    }
}

/// What a payment is unique by.
struct PaymentKey: Hashable, Sendable {
    let merchant: MerchantID
    let externalID: String
}
