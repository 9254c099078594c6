import Payments
import Synchronization

/// Whether the service can do its work.
final class Readiness: Sendable {
    enum State: Hashable {
        case ready
        case stopping
        case ledgerFailed
    }

    private let ledger: any Ledger
    private let log: EventLog
    private let isStopping = Atomic(false)

    init(ledger: any Ledger, log: EventLog) {
        self.ledger = ledger
        self.log = log
    }

    /// Asks the ledger; why it does not answer goes into the log.
    func check() async -> State {
        guard !isStopping.load(ordering: .relaxed) else { return .stopping }
        do {
            try await ledger.check()
            return .ready
        } catch {
            log.record(.ledgerFailed(error, during: "checking whether the gateway is ready"))
            return .ledgerFailed
        }
    }

    /// From now on the service is not ready, so that load balancers look elsewhere.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
    }
}
