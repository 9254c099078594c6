import Payments
import Synchronization

/// An iFortePay that answers as the test says, and remembers how often it was asked.
final class ScriptedChannel: PaymentChannel {
    private let state: Mutex<(outcome: AttemptOutcome, attempts: Int)>

    init(_ outcome: AttemptOutcome) {
        state = Mutex((outcome, 0))
    }

    var attempts: Int { state.withLock { $0.attempts } }

    func answer(_ outcome: AttemptOutcome) {
        state.withLock { $0.outcome = outcome }
    }

    func attempt(_ charge: Charge, timeLimit: Duration) async -> AttemptOutcome {
        state.withLock { state in
            state.attempts += 1
            return state.outcome
        }
    }

    static let redirect = AttemptOutcome.redirect(url: "https://acs.example.com/pay?ref=1", responseCode: "00", responseMessage: "Success")
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
