import Payments
import Synchronization
import TestSupport

/// An iFortePay that answers as the test says, and remembers how often it was asked.
final class ScriptedChannel: PaymentChannel {
    private struct State: Sendable {
        var outcome: AttemptOutcome
        var attempts = 0
        var isHeld = false
    }

    private let state: Watched<State>

    init(_ outcome: AttemptOutcome) {
        state = Watched(State(outcome: outcome))
    }

    var attempts: Int { state.withLock { $0.attempts } }

    func answer(_ outcome: AttemptOutcome) {
        state.withLock { $0.outcome = outcome }
    }

    /// From now on it keeps everybody waiting until `release`.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    func release() {
        state.withLock { $0.isHeld = false }
    }

    /// Waits until it is asked.
    func asked() async {
        await state.until { $0.attempts > 0 }
    }

    func attempt(_ charge: Charge, timeLimit: Duration) async -> AttemptOutcome {
        state.withLock { $0.attempts += 1 }
        await state.until { !$0.isHeld }
        // Whoever is cancelled goes on without an answer, as on a wire.
        return Task.isCancelled ? .unanswered(reason: "cancelled") : state.withLock { $0.outcome }
    }

    static let redirect = AttemptOutcome.redirect(url: "https://acs.example.com/pay?ref=1", responseCode: "00", responseMessage: "Success")

    static func approved(_ transactionID: String) -> AttemptOutcome {
        .approved(transactionID: transactionID, approvalCode: "A-1", responseCode: "00", responseMessage: "Success")
    }
}

/// A merchant's backend that answers as the test says.
final class ScriptedStore: MerchantStore {
    private let status: Mutex<Int?>

    /// Nil has no address: the ledger itself is the merchant store.
    init(status: Int?) {
        self.status = Mutex(status)
    }

    func answer(_ status: Int) {
        self.status.withLock { $0 = status }
    }

    func hasAddress(_ merchant: MerchantID) -> Bool {
        status.withLock { $0 != nil }
    }

    func deliver(_ callback: StoredCallback, attempt number: Int, at moment: Timestamp) async -> DeliveryResult {
        status.withLock { status in status.map { .answered(status: $0) } ?? .failed(reason: "no address") }
    }
}
