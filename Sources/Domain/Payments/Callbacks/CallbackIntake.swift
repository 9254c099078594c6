import Synchronization

/// Commits received callbacks: each once, with the payment it belongs to moved in the same transaction.
struct CallbackIntake: Sendable {
    let ledger: any Ledger
    let clock: any GatewayClock
    let identifiers: any IdentifierSource
    let observer: any CallbackObserver

    /// Where a new callback's delivery stands when it is committed.
    enum Start: Sendable {
        /// There is no address: committing is accepting.
        case accepted
        /// Its first attempt begins with it.
        case begun
        /// It is due and waits for its turn.
        case waiting

        func delivery(at moment: Timestamp) -> Delivery {
            switch self {
            case .accepted: .accepted
            case .begun: .begun
            case .waiting: .waiting(since: moment)
            }
        }
    }

    /// Commits a callback, or finds it on record.
    func take(_ callback: VerifiedCallback, pathPayment: PaymentID?, start: Start) async throws(LedgerError) -> ReceivedCallback {
        let moment = clock.now()
        let id = CallbackID(ulid: identifiers.next(at: moment))
        let finding = Finding()
        let received = try await ledger.receive(callback, pathPayment: pathPayment) { candidates in
            let match = CallbackMatch(callback.content, among: candidates)
            finding.keep(match)
            return CallbackAdmission(callback, id: id, at: moment, delivery: start.delivery(at: moment), match: match)
        }
        observer.observe(.received(received.heading, isRepeat: received.isRepeat))
        if !received.isRepeat { report(finding.match, on: received.heading.id) }
        return received
    }

    private func report(_ match: CallbackMatch, on id: CallbackID) {
        switch match {
        case .mismatch(let mismatch): observer.observe(.mismatched(id, mismatch))
        case .payment(let payment): observer.observe(.matched(id, payment.id))
        case .none: break
        }
    }

    /// Carries the match out of the ledger's transaction, for the observer only: the last decision made is the one committed.
    private final class Finding: Sendable {
        private let kept = Mutex(CallbackMatch.none)

        var match: CallbackMatch { kept.withLock { $0 } }

        func keep(_ match: CallbackMatch) { kept.withLock { $0 = match } }
    }
}

extension CallbackAdmission {
    /// What to write for a new callback with this match.
    init(_ callback: VerifiedCallback, id: CallbackID, at moment: Timestamp, delivery: Delivery, match: CallbackMatch) {
        func stored(payment: PaymentID?, mismatch: Bool) -> StoredCallback {
            let heading = CallbackHeading(
                id: id, identity: CallbackIdentity(callback), event: callback.event, payment: payment, mismatch: mismatch, receivedAt: moment,
                delivery: delivery)
            return StoredCallback(heading, body: callback.body)
        }
        switch match {
        case .payment(let payment):
            let moved = payment.confirmed(by: callback.content, at: moment)
            self.init(callback: stored(payment: payment.id, mismatch: false), payment: moved == payment ? nil : moved)
        case .mismatch(let mismatch):
            let disputed = mismatch.disputesPayment ? mismatch.payment.disputed(at: moment) : mismatch.payment
            self.init(callback: stored(payment: nil, mismatch: true), payment: disputed == mismatch.payment ? nil : disputed)
        case .none:
            self.init(callback: stored(payment: nil, mismatch: false), payment: nil)
        }
    }
}
