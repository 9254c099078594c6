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
        switch standing(of: recorded) {
        case .new:
            return send { request in
                Payment(request, id: newID, merchant: merchant, fingerprint: fingerprint, deadline: deadline, at: moment)
            }
        case .anew(let payment):
            return send { payment.attemptedAnew($0, fingerprint: fingerprint, deadline: deadline, at: moment) }
        case .replay(let payment): return .replay(payment)
        case .conflict(let payment, let reason): return .conflict(payment, reason: reason)
        }
    }

    /// How the request stands to the payment that is on record under its key.
    private func standing(of recorded: Payment?) -> PaymentStanding {
        PaymentStanding(fingerprint: fingerprint, recorded: recorded, at: moment, isInFlight: isInFlight)
    }

    private func send(_ record: (ValidRequest) -> Payment) -> PaymentAdmission {
        switch checked {
        case .success(let request): .record(record(request))
        case .failure(let invalid): .invalid(invalid.errors)
        }
    }
}

/// How a request stands to the payment that is on record under its key.
enum PaymentStanding: Sendable {
    /// There is none.
    case new
    /// It may be attempted anew with the request.
    case anew(Payment)
    /// Its outcome is the request's.
    case replay(Payment)
    /// It is in the request's way.
    case conflict(Payment, reason: String)

    init(fingerprint: [UInt8], recorded: Payment?, at moment: Timestamp, isInFlight: (PaymentID) -> Bool) {
        guard let recorded else {
            self = .new
            return
        }
        guard !isInFlight(recorded.id), !recorded.isRunning(at: moment) else {
            self = .conflict(recorded, reason: Answer.stillRunning.responseMessage)
            return
        }
        let payment = recorded.settledIfAbandoned(at: moment)
        let isSame = payment.fingerprint == fingerprint
        if isSame ? payment.takesSameRequestAnew : payment.takesCorrectedRequestAnew {
            self = .anew(payment)
        } else {
            self = isSame ? .replay(payment) : .conflict(payment, reason: "the externalId was used for a different request")
        }
    }
}
