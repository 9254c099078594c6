// How answers are made. Where iFortePay said nothing, `responseCode` is the state's own word, so that it can never be taken for one of iFortePay's
// two-digit codes.
extension Answer {
    private init(own state: ResultState, _ message: String, retryable: Bool = false, errors: [FieldError] = []) {
        self.init(state: state, responseCode: state.rawValue, responseMessage: message, retryable: retryable, errors: errors)
    }

    /// The request breaks our own rules; nothing was sent or recorded.
    public static func invalid(_ errors: [FieldError]) -> Answer {
        Answer(own: .validationError, errors.count == 1 ? "1 field is not valid" : "\(errors.count) fields are not valid", errors: errors)
    }

    /// The body is no JSON object; `reason` names place and rule and holds nothing of the body.
    public static func malformedBody(_ reason: String) -> Answer {
        invalid([FieldError(.body, .json, reason)])
    }

    /// The credential token is missing or no merchant's.
    public static let unauthenticated = Answer(own: .authError, "the credential token is missing or wrong")

    /// The merchant has no such payment.
    public static let notFound = Answer(own: .notFound, "there is no such payment")

    /// Our fault; `requestID` leads to the log line that says more.
    public static func internalError(requestID: String) -> Answer {
        Answer(own: .internalError, "the gateway failed; the log has more under request \(requestID)")
    }

    /// Nothing was sent: the ledger cannot commit, too much is running, or the service is stopping.
    public static func unavailable(_ cause: UnavailableCause) -> Answer {
        Answer(own: .unavailable, cause.rawValue, retryable: true)
    }

    /// The key is taken.
    static func conflict(_ reason: String) -> Answer {
        Answer(own: .conflict, reason)
    }

    /// The key is taken by a charge whose outcome is not there yet.
    static let stillRunning = conflict("the first request with this externalId is still running")

    /// Another card is being waited for at the terminal.
    static let terminalBusy = conflict("the terminal is busy with another read or payment")

    /// Nobody knows what became of the charge.
    static func noAnswer(_ message: String, retryable: Bool) -> Answer {
        Answer(own: .networkError, message, retryable: retryable)
    }

    /// iFortePay failed.
    static func providerFault(status: Int) -> Answer {
        Answer(own: .serverError, "iFortePay answered HTTP \(status)", retryable: true)
    }

    /// What iFortePay said, in its own words, but without card numbers: a provider may quote what it was sent.
    init(provider state: ResultState, _ code: String, _ message: String, _ errors: [FieldError] = []) {
        let errors = errors.map { FieldError(field: $0.field, code: $0.code, message: CardNumberMask.masking($0.message)) }
        self.init(state: state, responseCode: code, responseMessage: CardNumberMask.masking(message), retryable: false, errors: errors)
    }

    /// The same answer where sending the request again would not help any more.
    func withoutRetry() -> Answer {
        Answer(state: state, responseCode: responseCode, responseMessage: responseMessage, retryable: false, errors: errors)
    }
}

/// Why a request is not taken on at this moment; the raw value is the sentence for a person.
public enum UnavailableCause: String, Sendable {
    case ledger = "the ledger cannot record payments at the moment; nothing was sent"
    case overload = "too many payments are being made at the moment; nothing was sent"
    case stopping = "the gateway is stopping; nothing was sent"
    /// Nobody reads it: whoever would have has hung up.
    case callerLeft = "the request was given up before its card came; nothing was sent"
}

extension UnavailableCause {
    /// Why a request cannot be taken on when the ledger did not do as asked.
    public init(_ error: LedgerError) {
        switch error {
        case .unavailable, .unanswered: self = .ledger
        case .overloaded: self = .overload
        case .closed: self = .stopping
        }
    }
}
