import Payments
import Synchronization

/// A merchant store that answers as the test says, at once or when the test lets it.
final class ScriptedMerchantStore: MerchantStore {
    struct Delivery: Hashable, Sendable {
        let callback: CallbackID
        let merchant: MerchantID
        let number: Int
        let at: Timestamp
        let body: [UInt8]
    }

    private struct State {
        var addressless: Set<MerchantID> = []
        var answers: [MerchantID: DeliveryResult] = [:]
        var held: Set<MerchantID> = []
        var waiting: [(merchant: MerchantID, number: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var deliveries: [Delivery] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var duration: Duration = .zero
        var lastNumber = 0
    }

    private let state = Mutex(State())
    private let clock: CallbackTestClock

    init(clock: CallbackTestClock) {
        self.clock = clock
    }

    func hasAddress(_ merchant: MerchantID) -> Bool { state.withLock { !$0.addressless.contains(merchant) } }

    func deliver(_ callback: StoredCallback, attempt number: Int, at moment: Timestamp) async -> DeliveryResult {
        let merchant = callback.identity.merchant
        let (watchers, duration) = state.withLock { state in
            state.deliveries.append(
                Delivery(callback: callback.id, merchant: merchant, number: number, at: moment, body: callback.body))
            let count = state.deliveries.count
            let seen = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return (seen, state.duration)
        }
        for watcher in watchers { watcher.continuation.resume() }
        await wait(merchant)
        if Task.isCancelled { return .failed(reason: "cancelled") }
        if duration > .zero { clock.advance(by: duration) }
        return state.withLock { $0.answers[merchant] ?? .answered(status: 200) }
    }

    private func wait(_ merchant: MerchantID) async {
        let ticket = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if !state.held.contains(merchant) || Task.isCancelled { return true }
                    state.waiting.append((merchant, ticket, continuation))
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == ticket }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }

    // MARK: For the test

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func answer(_ result: DeliveryResult, for merchant: MerchantID = .first) { state.withLock { $0.answers[merchant] = result } }

    func takeAddress(from merchant: MerchantID = .first) { state.withLock { _ = $0.addressless.insert(merchant) } }

    /// Each delivery moves the clock by this before it is answered.
    func take(_ duration: Duration) { state.withLock { $0.duration = duration } }

    /// Deliveries wait until `letGo()`.
    func hold(_ merchant: MerchantID = .first) { state.withLock { _ = $0.held.insert(merchant) } }

    func letGo(_ merchant: MerchantID = .first) {
        let waiting = state.withLock { state in
            state.held.remove(merchant)
            defer { state.waiting.removeAll { $0.merchant == merchant } }
            return state.waiting.filter { $0.merchant == merchant }
        }
        for waiter in waiting { waiter.continuation.resume() }
    }

    /// Waits until that many deliveries have begun since the start.
    func untilDeliveries(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.deliveries.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
