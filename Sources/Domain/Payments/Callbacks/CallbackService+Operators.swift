/// What operators do with callbacks. A merchant sees only its own: all else is not found.
extension CallbackService {
    /// A page of the merchant's callbacks, newest first.
    public func list(_ query: CallbackQuery) async throws(LedgerError) -> Page<StoredCallback> {
        try await ledger.callbacks(query)
    }

    /// One callback with its attempts; nil when the merchant has none of that id.
    public func show(_ id: CallbackID, of merchant: MerchantID) async throws(LedgerError) -> CallbackRecord? {
        guard let callback = try await owned(id, by: merchant) else { return nil }
        return CallbackRecord(callback: callback, attempts: try await ledger.attempts(of: id))
    }

    /// Makes an attempt now and answers how it ended. A delivered callback is sent again and stays DELIVERED whatever comes of it.
    public func redeliver(_ id: CallbackID, of merchant: MerchantID) async -> RedeliveryOutcome {
        let callback: StoredCallback?
        do {
            callback = try await owned(id, by: merchant)
        } catch {
            observer.observe(.ledgerFailed(error, during: .redelivering))
            return .unavailable(retryAfter: settings.retryAfter)
        }
        guard let callback else { return .notFound }
        switch boardRedelivery(of: callback) {
        case .joined: return .conflict
        case .refused: return .unavailable(retryAfter: settings.retryAfter)
        case .started(let flight):
            switch await flight.conclusion.value {
            case .accepted: return .accepted
            case .notAccepted, .notAcceptedAgain: return .notAccepted
            case .unavailable: return .unavailable(retryAfter: settings.retryAfter)
            }
        }
    }

    /// Has all dead letters of a merchant sent again, as turns come free; answers how many. They survive a restart.
    public func redeliverDead(of merchant: MerchantID) async throws(LedgerError) -> Int {
        let moment = clock.now()
        let count = try await ledger.updateDeliveries(.dead(merchant)) { $0.ask(at: moment) }
        observer.observe(.redeliveryAsked(merchant, count: count))
        if count > 0 { alarm.note(dueAt: moment) }
        return count
    }

    private func owned(_ id: CallbackID, by merchant: MerchantID) async throws(LedgerError) -> StoredCallback? {
        let callback = try await ledger.callback(id)
        return callback?.identity.merchant == merchant ? callback : nil
    }

    private func boardRedelivery(of callback: StoredCallback) -> DeliveryFlights.Boarding {
        let merchant = callback.identity.merchant
        return flights.board(callback.identity) {
            let conclusion = Task {
                await self.fly(callback.identity) {
                    guard await self.slots.take(merchant) else { return .init(conclusion: .unavailable) }
                    defer { self.slots.release(merchant) }
                    return await self.delivery.attempt(callback.id, of: merchant, .redelivery)
                }
            }
            return DeliveryFlight(admission: nil, conclusion: conclusion)
        }
    }
}
