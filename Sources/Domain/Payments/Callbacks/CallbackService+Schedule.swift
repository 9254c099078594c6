extension CallbackService {
    /// Starts the attempts that are due as far as there are turns for them, and tells when to look again.
    func startDueDeliveries() async -> ScheduleOutlook {
        let merchants = settings.merchants.keys
        do {
            while true {
                let moment = clock.now()
                let free = slots.withRoom(among: merchants)
                guard !free.isEmpty else { return ScheduleOutlook(next: nil, wantsTurn: true) }
                let due = try await ledger.dueCallbacks(of: free, at: moment, limit: settings.deliveries.total * 2)
                if let rested = alarm.rest(at: moment) { return ScheduleOutlook(next: rested, wantsTurn: false) }
                let started = due.count { start($0, .schedule) != nil }
                if started > 0 { continue }
                let next = try await ledger.nextCallbackDue(of: Set(merchants), after: moment)
                return ScheduleOutlook(next: next, wantsTurn: !due.isEmpty || free.count < merchants.count)
            }
        } catch {
            observer.observe(.ledgerFailed(error, during: .scheduling))
            return ScheduleOutlook(next: clock.now() + settings.ledgerPause, wantsTurn: false)
        }
    }
}
