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
    /// The question that is being put to the ledger.
    private let asking = Mutex<Task<State, Never>?>(nil)

    init(ledger: any Ledger, log: EventLog) {
        self.ledger = ledger
        self.log = log
    }

    /// Asks the ledger, once for all who want to know at the same time: everybody may ask, and nobody shall fill its queue by it. Why it does not
    /// answer goes into the log.
    func check() async -> State {
        guard !isStopping.load(ordering: .relaxed) else { return .stopping }
        let answer = asking.withLock { asking in
            if let asking { return asking }
            let task = Task {
                let state = await ask()
                self.asking.withLock { $0 = nil }
                return state
            }
            asking = task
            return task
        }
        return await answer.value
    }

    private func ask() async -> State {
        do throws(LedgerError) {
            try await ledger.check()
            return .ready
        } catch .overloaded {
            // It is busy, not broken: were it to hang, those who wait for it would soon give up, and leave room for this question.
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
