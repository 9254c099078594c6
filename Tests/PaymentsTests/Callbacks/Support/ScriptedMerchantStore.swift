import Payments
import PaymentsSupport
import TestSupport

/// A merchant store that answers as the test says, at once or when the test lets it.
final class ScriptedMerchantStore: MerchantStore {
    struct Delivery: Hashable, Sendable {
        let callback: CallbackID
        let merchant: MerchantID
        let number: Int
        let at: Timestamp
        let body: [UInt8]
    }

    private struct State: Sendable {
        var addressless: Set<MerchantID> = []
        var answers: [MerchantID: DeliveryResult] = [:]
        var held: Set<MerchantID> = []
        var deliveries: [Delivery] = []
        var duration: Duration = .zero
    }

    private let state = Watched(State())
    private let clock: ManualClock

    init(clock: ManualClock) {
        self.clock = clock
    }

    func hasAddress(_ merchant: MerchantID) -> Bool { state.withLock { !$0.addressless.contains(merchant) } }

    func deliver(_ callback: StoredCallback, attempt number: Int, at moment: Timestamp) async -> DeliveryResult {
        let merchant = callback.identity.merchant
        let delivery = Delivery(callback: callback.id, merchant: merchant, number: number, at: moment, body: callback.body)
        let duration = state.withLock { state in
            state.deliveries.append(delivery)
            return state.duration
        }
        await state.until { !$0.held.contains(merchant) }
        if Task.isCancelled { return .failed(reason: "cancelled") }
        if duration > .zero { clock.advance(by: duration) }
        return state.withLock { $0.answers[merchant] ?? .answered(status: 200) }
    }

    // MARK: For the test

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }

    func answer(_ result: DeliveryResult, for merchant: MerchantID = .sample) { state.withLock { $0.answers[merchant] = result } }

    func takeAddress(from merchant: MerchantID = .sample) { state.withLock { _ = $0.addressless.insert(merchant) } }

    /// Each delivery moves the clock by this before it is answered.
    func take(_ duration: Duration) { state.withLock { $0.duration = duration } }

    /// Deliveries wait until `letGo()`.
    func hold(_ merchant: MerchantID = .sample) { state.withLock { _ = $0.held.insert(merchant) } }

    func letGo(_ merchant: MerchantID = .sample) { state.withLock { _ = $0.held.remove(merchant) } }

    /// Waits until that many deliveries have begun since the start.
    func untilDeliveries(_ count: Int) async {
        await state.until { $0.deliveries.count >= count }
    }

    /// Waits until a delivery to that merchant has begun.
    func untilDelivery(to merchant: MerchantID) async {
        await state.until { $0.deliveries.contains { $0.merchant == merchant } }
    }
}
