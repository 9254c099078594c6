import Payments
import PaymentsSupport
import Secrets
import Synchronization
import TestSupport

/// A provider that answers by a script, one entry an attempt; an attempt beyond its end is unanswered.
final class ScriptedChannel: PaymentChannel {
    /// How one attempt goes.
    struct Reply {
        let outcome: AttemptOutcome
        /// How far the clock moves before the outcome is there; never beyond the attempt's limit.
        var takes: Duration = .zero
        /// What the attempt waits for.
        var after: Gate?
        /// What happens when the attempt is there.
        var reached: Gate?
    }

    /// What one attempt was asked to do. The card's data is a copy: the charge's own is wiped later.
    struct Attempt {
        let charge: Charge
        let number: String?
        let cvv: String?
        let timeLimit: Duration
    }

    private let clock: ManualClock
    private let state: Mutex<(script: [Reply], attempts: [Attempt])>

    init(_ script: [Reply], clock: ManualClock) {
        self.clock = clock
        state = Mutex((script, []))
    }

    var attempts: [Attempt] { state.withLock { $0.attempts } }

    func attempt(_ charge: Charge, timeLimit: Duration) async -> AttemptOutcome {
        let reply = state.withLock { state in
            let number = state.attempts.count
            state.attempts.append(Attempt(charge: charge, number: charge.shownNumber, cvv: charge.shownCVV, timeLimit: timeLimit))
            return state.script.indices.contains(number) ? state.script[number] : Reply(outcome: .unanswered(reason: "the script is over"))
        }
        reply.reached?.open()
        await reply.after?.wait()
        clock.advance(by: min(reply.takes, timeLimit))
        return reply.outcome
    }
}

extension Charge {
    fileprivate var shownNumber: String? {
        guard case .card(let number, _, _, _, _) = instrument else { return nil }
        return number.shown
    }

    fileprivate var shownCVV: String? {
        switch instrument {
        case .card(_, _, _, _, let cvv), .token(_, let cvv): cvv?.shown
        }
    }
}

extension SecretBytes {
    /// The bytes as text; tests only.
    var shown: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension AttemptOutcome {
    static let redirect = AttemptOutcome.redirect(url: "https://acquirer.example/pay?ref=1", responseCode: "00", responseMessage: "Success")
    static let approved = AttemptOutcome.approved(transactionID: "TXN-1", approvalCode: "A1", responseCode: "00", responseMessage: "Success")
    static let declined = AttemptOutcome.declined(code: "03", message: "failed request", transactionID: nil)
    static let rejected = AttemptOutcome.rejected(
        responseCode: "01", message: "request parameter error",
        errors: [FieldError(field: "cardDetails.cardNumber", code: "provider", message: "not supported")])
    static let unauthorized = AttemptOutcome.unauthorized(responseCode: "04", message: "unauthorized merchant")
    static let fault = AttemptOutcome.providerFault(status: 502, message: "bad gateway")
    static let notSent = AttemptOutcome.notSent(reason: "connection refused")
    static let unanswered = AttemptOutcome.unanswered(reason: "timed out")
}
