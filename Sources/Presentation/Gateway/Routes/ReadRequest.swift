import HTTPServer
import Payments

/// What a request to start a read asks for (contract, section 3).
struct ReadRequest {
    /// How long the read waits for a card.
    let timeout: Duration
    /// How long the answer waits for the read.
    let wait: Duration

    /// Everything in the request that breaks a rule.
    struct Invalid: Error {
        let detail: String
        let errors: [FieldError]
    }

    init(_ request: Request) throws(Invalid) {
        var query = QueryReader(request.head.query)
        wait = query.wait()
        let (seconds, faults) = try Self.timeout(request, query.errors)
        var errors = faults.map { FieldError($0) }
        if let seconds, !RequestLimits.terminalTimeoutSeconds.contains(seconds) {
            let range = RequestLimits.terminalTimeoutSeconds
            errors.append(
                FieldError(
                    field: CardField.timeoutSeconds.rawValue, code: "range", message: "must be \(range.lowerBound) to \(range.upperBound)"))
        }
        errors += query.errors
        guard errors.isEmpty else { throw Invalid(detail: "fields are not valid", errors: errors) }
        timeout = .seconds(seconds ?? RequestDefaults.terminalTimeoutSeconds)
    }

    private static func timeout(
        _ request: Request, _ queryErrors: [FieldError]
    ) throws(Invalid) -> (seconds: Int64?, faults: [DraftFault]) {
        do {
            return try DraftDecoder.readTimeout(request.body)
        } catch {
            throw Invalid(detail: "the body is not valid", errors: Answer.malformedBody(error.reason).errors + queryErrors)
        }
    }
}
