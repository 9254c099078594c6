import HTTPServer
import Payments

/// The bodies of the answers that the server gives by itself: refusals by the protocol as problems; a failed handler, and one that was not reached for
/// overload, in its route's own format.
enum RefusalAnswers {
    /// Never holds anything of the request or of the failure. `Allow` and `Retry-After` are the server's to add.
    static func response(to refusal: Refusal, head: RequestHead?) -> Response {
        switch (refusal.reason, head.map { RouteFamily(path: $0.path) }) {
        case (.handlerFailed, .payments): .result(refusal.status, .internalError(requestID: refusal.requestID))
        case (.handlerFailed, .callback): .message(refusal.status, "internal error, request \(refusal.requestID)")
        case (.overloaded, .payments): .result(refusal.status, .unavailable(.overload))
        case (.overloaded, .callback): CallbackReceiver.unavailable(Response.retryAfter)
        default: .problem(refusal.status, refusal.explanation, requestID: refusal.requestID)
        }
    }
}

/// Which error format a path's own answers have.
enum RouteFamily {
    /// The result contract.
    case payments
    /// `{"message": …}`
    case callback
    /// Problems.
    case other

    init(path: String) {
        if path == PaymentRoutes.path || path.hasPrefix(PaymentRoutes.path + "/") {
            self = .payments
        } else if path == CallbackReceiver.path || path.hasPrefix(CallbackReceiver.path + "/") {
            self = .callback
        } else {
            self = .other
        }
    }
}
