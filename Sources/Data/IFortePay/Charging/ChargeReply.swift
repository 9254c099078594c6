import HTTPClient
import JSON
import Payments
import Secrets

/// Names the outcome of an attempt that the provider answered.
///
/// | HTTP | body | outcome |
/// |---|---|---|
/// | 2xx | `00`, 3DS, `data.link` an http(s) URL | `redirect` |
/// | 2xx | `00`, 3DS, no link or none that is an http(s) URL | `unanswered` |
/// | 2xx | `00`, direct, `data.status` SUCCESS | `approved` |
/// | 2xx | `00`, direct, `data.status` FAILED | `declined` with `data.transaction_code` |
/// | 2xx | `00`, direct, another or no `data.status` | `unanswered` |
/// | 2xx | another code | `declined` |
/// | 2xx | not JSON, no object, a member twice, no `response_code` | `unanswered` |
/// | 400 | any | `rejected`, with every message found in it |
/// | 401 | any | `unauthorized` |
/// | other 4xx | another code than `00` | `declined`: iFortePay sends its codes with 4xx too |
/// | other 4xx | `00`, not JSON, … | `unanswered`: an intermediary's page, or a contradiction; neither says that nothing was taken |
/// | 5xx | any | `providerFault` |
/// | 1xx, 3xx, 600 and above | any | `unanswered`: a redirect is not followed, it would send the card elsewhere |
///
/// An answer that did not come complete, or is over 1 MiB, never gets here: the HTTP client calls it unanswered.
struct ChargeReply {
    private let response: OutboundResponse
    private let authentication: Authentication
    private let text: ProviderText

    init(_ response: OutboundResponse, to charge: Charge, of account: MerchantAccount) {
        self.response = response
        authentication = charge.authentication
        text = ProviderText(hiding: charge.instrument.secrets + account.secrets)
    }

    /// The table above.
    var outcome: AttemptOutcome {
        switch response.status {
        case 200...299: accepted
        case 400: rejected
        case 401: unauthorized
        case 402...499: refused
        case 500...599: .providerFault(status: response.status, message: text.shown(lenientEnvelope?.message ?? ""))
        case 300...399: .unanswered(reason: "the answer is a redirect (HTTP \(response.status)), which is not followed")
        default: .unanswered(reason: "the answer has the HTTP status \(response.status)")
        }
    }

    private var lenientEnvelope: ProviderEnvelope? { try? ProviderEnvelope(parsing: response.body) }

    private var accepted: AttemptOutcome {
        do throws(ProviderEnvelope.Fault) {
            let envelope = try ProviderEnvelope(parsing: response.body)
            guard envelope.code == ResponseCode.success else { return declined(envelope) }
            return authentication == .threeDS ? redirect(envelope) : settled(envelope)
        } catch {
            return .unanswered(reason: text.shown(error.reason))
        }
    }

    private func redirect(_ envelope: ProviderEnvelope) -> AttemptOutcome {
        guard let link = envelope.data?["link"]?.string else { return .unanswered(reason: "the answer says 00 but has no link") }
        guard WebAddress.isUsable(link) else { return .unanswered(reason: "the answer's link is no http or https URL") }
        return .redirect(url: link, responseCode: envelope.code, responseMessage: text.shown(envelope.message))
    }

    private func settled(_ envelope: ProviderEnvelope) -> AttemptOutcome {
        guard let status = envelope.data?["status"]?.string else { return .unanswered(reason: "the answer says 00 but has no status") }
        switch status {
        case "SUCCESS":
            return .approved(
                transactionID: envelope.transactionID, approvalCode: envelope.approvalCode, responseCode: envelope.code,
                responseMessage: text.shown(envelope.message))
        case "FAILED":
            return declined(envelope)
        default:
            return .unanswered(reason: "the answer says 00 but its status is neither SUCCESS nor FAILED")
        }
    }

    /// The acquirer's code and words where it got that far, else the provider's.
    private func declined(_ envelope: ProviderEnvelope) -> AttemptOutcome {
        let code = envelope.data?["transaction_code"]?.string ?? envelope.code
        let message = envelope.data?["transaction_description"]?.string ?? envelope.message
        return .declined(code: text.shown(code, maximumLength: 32), message: text.shown(message), transactionID: envelope.transactionID)
    }

    private var refused: AttemptOutcome {
        guard let envelope = lenientEnvelope, envelope.code != ResponseCode.success else {
            return .unanswered(reason: "the answer (HTTP \(response.status)) does not say what became of the request")
        }
        return declined(envelope)
    }

    private var rejected: AttemptOutcome {
        let root = try? JSONDocument(parsing: response.body).root
        let errors = root.map { ProviderRefusals(in: $0).found.map(fieldError) } ?? []
        let message = text.shown(root?["response_message"]?.string ?? errors.first?.message ?? "")
        return .rejected(
            responseCode: text.shown(root?["response_code"]?.string ?? "400", maximumLength: 32),
            message: message.isEmpty ? "iFortePay refused the request" : message,
            errors: errors.isEmpty ? [FieldError(field: "$", code: "rejected", message: "iFortePay refused the request without a reason")] : errors)
    }

    private func fieldError(_ refusal: ProviderRefusal) -> FieldError {
        guard let field = refusal.field else {
            return FieldError(field: ProviderField.pathNamed(in: refusal.message) ?? "$", code: "rejected", message: text.shown(refusal.message))
        }
        if let path = ProviderField.path(of: field) {
            return FieldError(field: path, code: "rejected", message: text.shown(refusal.message))
        }
        // A field that only the provider knows is named in the message instead.
        return FieldError(field: "$", code: "rejected", message: text.shown("\(field): \(refusal.message)"))
    }

    private var unauthorized: AttemptOutcome {
        let envelope = lenientEnvelope
        let message = text.shown(envelope?.message ?? "")
        return .unauthorized(
            responseCode: text.shown(envelope?.code ?? "401", maximumLength: 32),
            message: message.isEmpty ? "iFortePay does not accept the merchant id or its secret" : message)
    }
}

/// iFortePay's response codes as far as a rule depends on them.
enum ResponseCode {
    /// With 3DS the link is given, without the acquirer was asked; a declined card has this code too.
    static let success = "00"
}

extension ProviderEnvelope {
    /// Where charge-direct puts it, or beside it.
    fileprivate var transactionID: String? { identifier("transaction_id") }
    fileprivate var approvalCode: String? { identifier("approval_code") }

    /// Nil for what cannot be an id: it is kept and compared with callbacks.
    private func identifier(_ name: String) -> String? {
        let value = (data?["transaction_data"]?[name] ?? data?[name])?.string
        return value.flatMap { (1...128).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? $0 : nil }
    }
}

extension ChargeInstrument {
    /// What the provider must not echo.
    fileprivate var secrets: [SecretBytes] {
        switch self {
        case .card(let number, _, _, _, let cvv): [number, cvv].compactMap(\.self)
        case .token(let token, let cvv): [token, cvv].compactMap(\.self)
        }
    }
}

extension MerchantAccount {
    /// What the provider must not echo: an error that quotes the request's headers would bring the credential into answers, log and ledger.
    fileprivate var secrets: [SecretBytes] { [basicCredential, secretUnbound, hashKey] }
}
