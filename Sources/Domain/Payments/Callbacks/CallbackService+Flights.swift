extension CallbackService {
    /// Joins the flight of an equal callback, or starts one that commits this callback and then delivers it; nil when the service is full or stopping.
    func board(_ callback: VerifiedCallback, pathPayment: PaymentID?, mode: AcknowledgeMode) -> DeliveryFlight? {
        let identity = CallbackIdentity(callback)
        let boarding = flights.board(identity) {
            let admission = Task { await self.admit(callback, pathPayment: pathPayment) }
            let conclusion = Task { await self.fly(identity) { await self.deliver(admission.value, mode: mode) } }
            return DeliveryFlight(admission: admission, conclusion: conclusion)
        }
        switch boarding {
        case .started(let flight), .joined(let flight): return flight
        case .refused: return nil
        }
    }

    /// Commits a callback with its first attempt begun if a turn is free, and due otherwise.
    private func admit(_ callback: VerifiedCallback, pathPayment: PaymentID?) async -> CallbackCommit {
        let hasTurn = slots.tryTake(callback.merchant)
        switch await commit(callback, pathPayment: pathPayment, start: hasTurn ? .begun : .waiting) {
        case .success(let received):
            return .committed(received, hasTurn: hasTurn)
        case .failure(let error):
            if hasTurn { slots.release(callback.merchant) }
            return .failed(error)
        }
    }

    /// What follows the commit of a received callback.
    private func deliver(_ commit: CallbackCommit, mode: AcknowledgeMode) async -> CallbackDelivery.Landing {
        guard case .committed(let received, let hasTurn) = commit else { return .init(conclusion: .unavailable) }
        let callback = received.heading
        let merchant = callback.identity.merchant
        if received.isRepeat, callback.delivery.status == .delivered {
            if hasTurn { slots.release(merchant) }
            return .init(conclusion: .accepted)
        }
        if !hasTurn {
            // Nobody waits for the first attempt in mode `stored`: the schedule makes it when a turn comes free.
            let isWaitedFor = mode == .merchant || received.isRepeat
            guard isWaitedFor, await slots.take(merchant) else {
                if isWaitedFor { observer.observe(.overloaded(merchant: merchant)) }
                alarm.note(dueAt: callback.receivedAt)
                return .init(conclusion: .unavailable)
            }
        }
        defer { slots.release(merchant) }
        if case .new(let callback) = received, hasTurn { return await delivery.carryOut(callback) }
        return await delivery.attempt(callback.id, of: merchant, .arrival)
    }

    /// Starts the attempt of a callback that is on record; nil when one is running or no turn is free.
    func start(_ callback: CallbackHeading, _ occasion: Delivery.Occasion) -> DeliveryFlight? {
        let merchant = callback.identity.merchant
        guard slots.tryTake(merchant) else { return nil }
        let boarding = flights.board(callback.identity) {
            let conclusion = Task {
                await self.fly(callback.identity) {
                    defer { self.slots.release(merchant) }
                    return await self.delivery.attempt(callback.id, of: merchant, occasion)
                }
            }
            return DeliveryFlight(admission: nil, conclusion: conclusion)
        }
        if case .started(let flight) = boarding { return flight }
        slots.release(merchant)
        return nil
    }

    /// Runs a flight's body and takes the flight out of the register when everything is on record.
    func fly(_ identity: CallbackIdentity, _ body: () async -> CallbackDelivery.Landing) async -> DeliveryConclusion {
        let landing = await body()
        if let unrecorded = landing.unrecorded {
            let keeper = Task {
                await self.delivery.keepRecording(unrecorded)
                self.land(identity)
            }
            flights.keep(identity, keeper)
        } else {
            land(identity)
        }
        return landing.conclusion
    }

    private func land(_ identity: CallbackIdentity) {
        flights.land(identity)
        alarm.noteFreeTurn()
    }
}
