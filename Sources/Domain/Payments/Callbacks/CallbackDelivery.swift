/// Makes attempts to deliver: begins each on record, hands the callback to the merchant store, records how it ended.
///
/// One rule covers crashes, full disks and shutdown: an attempt whose end is not on record was not made, and is made again under its number.
/// So a merchant store may see a callback twice, under the same `webhook-id`, but never not at all.
struct CallbackDelivery: Sendable {
    let settings: CallbackSettings
    let ledger: any Ledger
    let store: any MerchantStore
    let clock: any GatewayClock
    let observer: any CallbackObserver
    let alarm: ScheduleAlarm

    /// How an attempt ended, and what is still to be put on record.
    struct Landing: Sendable {
        let conclusion: DeliveryConclusion
        var unrecorded: Ending?
    }

    /// The end of an attempt, as it is to be recorded.
    struct Ending: Sendable {
        let id: CallbackID
        let attempt: DeliveryAttempt
        let accepted: Bool
        let endedAt: Timestamp
        let policy: RetryPolicy
    }

    /// Begins an attempt on record and makes it. The caller holds a turn.
    func attempt(_ id: CallbackID, of merchant: MerchantID, _ occasion: Delivery.Occasion) async -> Landing {
        let begun: StoredCallback?
        do {
            begun = try await begin(id, of: merchant, occasion)
        } catch {
            observer.observe(.ledgerFailed(error, during: .beginningAttempt))
            alarm.rest(until: clock.now() + settings.ledgerPause)
            return Landing(conclusion: .unavailable)
        }
        guard let begun else { return Landing(conclusion: .unavailable) }
        if begun.delivery.isRunning { return await carryOut(begun) }
        // Nothing began: it was accepted meanwhile, or is not due any more.
        return Landing(conclusion: begun.delivery.status == .delivered ? .accepted : .notAccepted)
    }

    private func begin(
        _ id: CallbackID, of merchant: MerchantID, _ occasion: Delivery.Occasion
    ) async throws(LedgerError) -> StoredCallback? {
        let moment = clock.now()
        let hasAddress = store.hasAddress(merchant)
        return try await ledger.updateDelivery(of: id) { delivery in
            if hasAddress { _ = delivery.begin(occasion, at: moment) } else { delivery.accept() }
        }
    }

    /// Makes the attempt that is begun on record.
    func carryOut(_ callback: StoredCallback) async -> Landing {
        let startedAt = clock.now()
        let number = callback.delivery.nextNumber
        let result = await store.deliver(callback, attempt: number, at: startedAt)
        let endedAt = clock.now()
        // Cut short by the shutdown's deadline: not made. An answer that came all the same counts.
        if case .failed = result, Task.isCancelled { return Landing(conclusion: .unavailable) }
        let attempt = DeliveryAttempt(number: number, startedAt: startedAt, endedAt: endedAt, result: result)
        let ending = Ending(
            id: callback.id, attempt: attempt, accepted: result.isAcceptance, endedAt: endedAt,
            policy: settings.policy(for: callback.identity.merchant))
        do {
            try await record(ending)
            return Landing(conclusion: Self.conclusion(ending, of: callback))
        } catch {
            observer.observe(.unrecorded(callback.id, attempt, error))
            return Landing(conclusion: .unavailable, unrecorded: ending)
        }
    }

    private static func conclusion(_ ending: Ending, of callback: StoredCallback) -> DeliveryConclusion {
        if ending.accepted { return .accepted }
        return callback.delivery.status == .delivered ? .notAcceptedAgain : .notAccepted
    }

    private func record(_ ending: Ending) async throws(LedgerError) {
        let recorded = try await ledger.recordAttempt(ending.attempt, of: ending.id) { delivery in
            var delivery = delivery
            delivery.end(accepted: ending.accepted, at: ending.endedAt, policy: ending.policy)
            return delivery
        }
        guard let recorded else { return }
        observer.observe(.attempted(recorded, ending.attempt))
        if let due = recorded.delivery.dueAt { alarm.note(dueAt: due) }
    }

    /// Tries until the ledger takes the record; that it does not was told once. A cancelled task tries once more and leaves the attempt to the next
    /// start-up.
    func keepRecording(_ ending: Ending) async {
        var isLast = false
        while !isLast {
            do { try await clock.sleep(for: settings.ledgerPause) } catch { isLast = true }
            if (try? await record(ending)) != nil { return }
        }
    }
}

extension DeliveryAttempt {
    /// The record of an attempt with this result. The wall clock may have been set back meanwhile: no duration is below zero.
    init(number: Int, startedAt: Timestamp, endedAt: Timestamp, result: DeliveryResult) {
        let duration = max(0, endedAt.milliseconds - startedAt.milliseconds)
        switch result {
        case .answered(let status):
            self.init(number: number, at: startedAt, httpStatus: status, durationMilliseconds: duration, error: nil)
        case .failed(let reason):
            self.init(number: number, at: startedAt, httpStatus: nil, durationMilliseconds: duration, error: reason)
        }
    }
}

extension DeliveryResult {
    /// Only HTTP 200 is success (contract, section 4, "Merchant store").
    var isAcceptance: Bool { self == .answered(status: 200) }
}

extension CallbackSettings {
    /// In mode `merchant` the provider's repeat is waited for; in mode `stored` it will not come.
    func policy(for merchant: MerchantID) -> RetryPolicy {
        switch merchants[merchant] ?? .merchant {
        case .merchant: RetryPolicy(schedule: schedule, grace: grace)
        case .stored: RetryPolicy(schedule: schedule, grace: .zero)
        }
    }
}
