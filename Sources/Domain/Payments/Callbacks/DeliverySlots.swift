import Synchronization

/// The turns that deliveries take: at most so many at one time in all, and so many for one merchant.
///
/// Those who wait are served in the order they came, passing over merchants that have no room; they come before the scheduler, which only takes what
/// is free. The queue is bounded by the callbacks being handled.
final class DeliverySlots: Sendable {
    private struct Waiter {
        let number: Int
        let merchant: MerchantID
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var taken: [MerchantID: Int] = [:]
        var total = 0
        var waiters: [Waiter] = []
        var lastNumber = 0
    }

    private let total: Int
    private let perMerchant: Int
    private let turnWithin: Duration
    private let clock: any GatewayClock
    private let state = Mutex(State())

    init(limits: DeliveryLimits, merchants: Int, clock: any GatewayClock) {
        total = limits.total
        perMerchant = merchants > 1 ? min(limits.perMerchant, limits.total) : limits.total
        turnWithin = limits.turnWithin
        self.clock = clock
    }

    /// Takes a turn if one is free.
    func tryTake(_ merchant: MerchantID) -> Bool {
        state.withLock { state in
            guard hasRoom(for: merchant, in: state) else { return false }
            take(merchant, in: &state)
            return true
        }
    }

    /// Waits for a turn; false when none came free in time or the task was cancelled.
    func take(_ merchant: MerchantID) async -> Bool {
        if tryTake(merchant) { return true }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(Waiter(number: number, merchant: merchant, continuation: continuation))
                alarm = Task { [clock, turnWithin] in
                    try? await clock.sleep(for: turnWithin)
                    giveUp(number)
                }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Gives a turn back: to the first who waits and has room now.
    func release(_ merchant: MerchantID) {
        let next = state.withLock { state -> Waiter? in
            state.total -= 1
            state.taken[merchant, default: 1] -= 1
            guard let index = state.waiters.firstIndex(where: { hasRoom(for: $0.merchant, in: state) }) else { return nil }
            let waiter = state.waiters.remove(at: index)
            take(waiter.merchant, in: &state)
            return waiter
        }
        next?.continuation.resume(returning: true)
    }

    /// The merchants that could have a turn now.
    func withRoom(among merchants: some Collection<MerchantID>) -> Set<MerchantID> {
        state.withLock { state in Set(merchants.filter { hasRoom(for: $0, in: state) }) }
    }

    private func hasRoom(for merchant: MerchantID, in state: State) -> Bool {
        state.total < total && state.taken[merchant, default: 0] < perMerchant
    }

    private func take(_ merchant: MerchantID, in state: inout State) {
        state.total += 1
        state.taken[merchant, default: 0] += 1
    }

    private func enqueue(_ waiter: Waiter) {
        // A turn may have come free since the caller looked.
        let answer = state.withLock { state -> Bool? in
            // Under the lock: a cancellation from here on finds the waiter in the queue.
            if Task.isCancelled { return false }
            if hasRoom(for: waiter.merchant, in: state) {
                take(waiter.merchant, in: &state)
                return true
            }
            state.waiters.append(waiter)
            return nil
        }
        if let answer { waiter.continuation.resume(returning: answer) }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            if let index = state.waiters.firstIndex(where: { $0.number == number }) { return state.waiters.remove(at: index) }
            return nil
        }
        waiter?.continuation.resume(returning: false)
    }
}
