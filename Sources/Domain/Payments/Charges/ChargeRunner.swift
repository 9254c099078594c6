/// Runs a charge's attempts against the provider until they have ended.
struct ChargeRunner: Sendable {
    let ports: PaymentPorts

    /// Charges for `payment`, whose intent is on record.
    func run(_ charge: Charge, for payment: Payment) async -> ChargeEnd {
        var attempts = ChargeAttempts(
            authentication: charge.authentication, deadline: payment.deadline, outcomeInDoubt: payment.outcomeInDoubt)
        while true {
            switch attempts.next(at: ports.clock.now(), jitter: ports.jitter()) {
            case .attempt(let number, let timeLimit):
                let outcome = await ports.channel.attempt(charge, timeLimit: timeLimit)
                attempts.record(outcome)
                ports.observe(.attemptEnded(payment.id, number: number, word: outcome.word, detail: outcome.detail))
            case .pause(let duration):
                // Nobody cancels this task; if somebody did, the next attempt would only come early.
                try? await ports.clock.sleep(for: duration)
            case .end(let result):
                return ChargeEnd(result: result, outcomeInDoubt: attempts.outcomeInDoubt, deadline: payment.deadline)
            }
        }
    }
}
