import HTTPServer
import JSON
import Payments

// The three error formats of the contract's section 1, and the answers that are no errors.
extension Response {
    /// How long a caller is told to wait where nothing better is known: about as long as a disk, a restart or a failover takes.
    static let retryAfter: Duration = .seconds(5)

    /// A JSON document.
    static func json(_ status: HTTPStatus, _ document: [UInt8]) -> Response {
        Response(status: status, headers: ["Content-Type": "application/json"], body: .bytes(document))
    }

    /// The result contract of payment routes.
    static func result(_ status: HTTPStatus, _ answer: Answer?, _ payment: Payment? = nil) -> Response {
        var response = json(status, JSONWriter.result(answer, payment))
        if answer?.state == .unavailable { response.setRetryAfter(retryAfter) }
        // RFC 9110, section 15.5.2: no 401 without it.
        if status == .unauthorized { response.headers["WWW-Authenticate"] = #"Basic realm="payment-gateway""# }
        return response
    }

    /// The one format that iFortePay reads.
    static func message(_ status: HTTPStatus, _ message: String) -> Response {
        json(status, JSONWriter.object { $0.member("message", message) })
    }

    /// RFC 9457. The type is `about:blank`: the status says what kind of problem it is, `detail` what was wrong with this request.
    static func problem(_ status: HTTPStatus, _ detail: String, requestID: String, errors: [FieldError] = []) -> Response {
        let document = JSONWriter.object { object in
            object.member("type", "about:blank")
            object.member("title", status.reason)
            object.member("status", status.code)
            object.member("detail", detail)
            object.member("requestId", requestID)
            if !errors.isEmpty { object.errors(errors) }
        }
        return Response(status: status, headers: ["Content-Type": "application/problem+json"], body: .bytes(document))
    }

    /// A 503 outside of payment and callback routes.
    static func unavailable(_ detail: String, requestID: String) -> Response {
        var response = problem(.serviceUnavailable, detail, requestID: requestID)
        response.setRetryAfter(retryAfter)
        return response
    }

    /// Who asks too often: a problem on every route (contract, section 1).
    static func tooManyRequests(_ detail: String, after wait: Duration, requestID: String) -> Response {
        var response = problem(.tooManyRequests, detail, requestID: requestID)
        response.setRetryAfter(wait)
        return response
    }

    /// In whole seconds, rounded up, at least one (RFC 9110, section 10.2.3).
    mutating func setRetryAfter(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        headers["Retry-After"] = String(max(1, attoseconds > 0 ? seconds + 1 : seconds))
    }
}

extension ResultState {
    /// The one table from outcome to HTTP status (contract, section 2). A repeated success is no new payment.
    func httpStatus(isRepeat: Bool) -> HTTPStatus {
        switch self {
        case .success: isRepeat ? .ok : .created
        case .validationError: .unprocessableContent
        case .serverValidationError: .badRequest
        case .authError: .unauthorized
        case .declined: .paymentRequired
        case .notFound: .notFound
        case .conflict: .conflict
        case .serverError: .badGateway
        case .networkError: .gatewayTimeout
        case .internalError: .internalServerError
        case .unavailable: .serviceUnavailable
        }
    }
}
