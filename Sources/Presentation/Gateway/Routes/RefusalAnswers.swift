import HTTPServer
import Payments

/// The bodies of the answers that the server gives by itself: refusals by the protocol as problems, a failed handler in its route's own format.
enum RefusalAnswers {
    /// Never holds anything of the request or of the failure. `Allow` and `Retry-After` are the server's to add.
    static func response(to refusal: Refusal, head: RequestHead?) -> Response {
        if refusal.reason == .handlerFailed, let head {
            switch RouteFamily(path: head.path) {
            case .payments: return .result(refusal.status, .internalError(requestID: refusal.requestID))
            case .callback: return .message(refusal.status, "internal error, request \(refusal.requestID)")
            case .other: break
            }
        }
        return .problem(refusal.status, refusal.explanation, requestID: refusal.requestID)
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
