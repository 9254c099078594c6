/// A payment request on its way to the ledger, and what is decided on the payment it finds there under its `externalId`
/// (contract, section 2, "The same externalId again").
struct PaymentIntake: Sendable {
    let merchant: MerchantID
    let fingerprint: [UInt8]
    let checked: Result<ValidRequest, InvalidRequest>
    /// The id of the payment, if it is a new one.
    let newID: PaymentID
    let moment: Timestamp
    /// When the charge must have ended.
    let deadline: Timestamp
    /// Whether this process is charging a payment or has its result still to record, whatever its row says.
    let isInFlight: @Sendable (PaymentID) -> Bool

    /// What to do. The payment on record is looked at before the request's own faults: a request that came before gets the outcome it had, even
    /// if its card has expired since.
    func decide(on recorded: Payment?) -> PaymentAdmission {
        guard let recorded else {
            return send { request in
                Payment(request, id: newID, merchant: merchant, fingerprint: fingerprint, deadline: deadline, at: moment)
            }
        }
        guard !isInFlight(recorded.id), !recorded.isRunning(at: moment) else {
            return .conflict(recorded, reason: Answer.stillRunning.responseMessage)
        }
        let payment = recorded.settledIfAbandoned(at: moment)
        let isSame = payment.fingerprint == fingerprint
        if isSame ? payment.takesSameRequestAnew : payment.takesCorrectedRequestAnew {
            return send { payment.attemptedAnew($0, fingerprint: fingerprint, deadline: deadline, at: moment) }
        }
        return isSame ? .replay(payment) : .conflict(payment, reason: "the externalId was used for a different request")
    }

    private func send(_ record: (ValidRequest) -> Payment) -> PaymentAdmission {
        switch checked {
        case .success(let request): .record(record(request))
        case .failure(let invalid): .invalid(invalid.errors)
        }
    }
}

extension Result where Success == ValidRequest, Failure == InvalidRequest {
    /// The request, if it keeps all rules.
    var request: ValidRequest? { try? get() }

    /// The errors of a request that does not.
    var errors: [FieldError] {
        switch self {
        case .success: []
        case .failure(let invalid): invalid.errors
        }
    }
}
