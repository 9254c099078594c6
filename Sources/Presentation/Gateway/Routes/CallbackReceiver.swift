import HTTPServer
import Payments
import Secrets

/// `/callback` in its three forms, where iFortePay posts: its errors are `{"message": …}` (contract, section 4). The signature in the body is the
/// authentication.
struct CallbackReceiver: AdmittingRoute {
    static let path = "/callback"

    let service: CallbackService

    func add(to table: inout RouteTable) {
        for template in [Self.path, Self.path + "/{merchantId}", Self.path + "/{merchantId}/{paymentId}"] {
            table.add(.post, template, options: RouteOptions(requiresBody: true, allowsTrailingSlash: true), self)
        }
    }

    /// Before the body is read. Refused:
    ///
    /// - 404 for a merchant or payment that is not there
    /// - 415 for a `Content-Encoding`: the signature is over the bytes as they came
    /// - 503 when the ledger cannot say whether the payment is there
    func admit(_ head: RequestHead, _ parameters: PathParameters) -> Admission<CallbackPath> {
        let merchant = parameters["merchantId"]
        guard let merchant, let payment = parameters["paymentId"] else { return admission(of: head, service.resolve(merchant: merchant)) }
        // The ledger is asked, and its failure would be logged.
        return .undecided {
            await RequestScope.$id.withValue(head.requestID) { admission(of: head, await service.resolve(merchant: merchant, payment: payment)) }
        }
    }

    private func admission(of head: RequestHead, _ resolution: CallbackPathResolution) -> Admission<CallbackPath> {
        switch resolution {
        case .unknown: return .refused(.message(.notFound, "unknown merchant or payment"))
        case .unavailable(let retryAfter): return .refused(Self.unavailable(retryAfter))
        case .known(let path):
            guard !head.isContentEncoded else {
                return .refused(.problem(.unsupportedMediaType, "a Content-Encoding is not understood here", requestID: head.requestID))
            }
            return .admitted(path)
        }
    }

    /// Answers 200 only for what is accepted. Refused:
    ///
    /// - 400 for a body that is no JSON object
    /// - 403 for a missing, repeated or wrong signature; nothing is stored
    /// - 502 when the merchant store did not answer 200
    /// - 503 when the ledger cannot commit, another instance is delivering it, overload, or shutting down
    func answer(_ request: Request, _ path: CallbackPath) -> Reply {
        // Outside of a task it costs two allocations to set the id: it is set for what is written to the log.
        let reception = service.receive(body: request.body, at: path) { report in
            RequestScope.$id.withValue(request.head.requestID, operation: report)
        }
        switch reception {
        case .concluded(let outcome): return .answer(Self.response(to: outcome))
        case .genuine(let take):
            let id = request.head.requestID
            return .wait { await RequestScope.$id.withValue(id) { Self.response(to: await take()) } }
        }
    }

    private static func response(to outcome: CallbackOutcome) -> Response {
        switch outcome {
        case .accepted: accepted
        case .notAccepted: .message(.badGateway, "the merchant store did not accept the callback")
        case .malformed(let message): .message(.badRequest, message)
        case .invalidSignature: invalidSignature
        case .unavailable(let retryAfter): unavailable(retryAfter)
        }
    }

    // The answers that come by the thousand are written once.
    private static let accepted = Response.message(.ok, "SUCCESS").writtenOut()
    private static let invalidSignature = Response.message(.forbidden, "invalid signature").writtenOut()

    static func unavailable(_ retryAfter: Duration) -> Response {
        var response = Response.message(.serviceUnavailable, "not at the moment")
        response.setRetryAfter(retryAfter)
        return response
    }
}
