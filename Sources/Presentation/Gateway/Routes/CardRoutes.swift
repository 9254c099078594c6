import HTTPServer
import JSON
import Payments
import Secrets

/// `/v1/cards`: help for a form. Nothing is stored or sent.
struct CardRoutes: Sendable {
    static let checkPath = "/v1/cards/check"

    let service: PaymentService

    func add(to table: inout RouteTable) {
        table.addForMerchants(.post, Self.checkPath, options: RouteOptions(requiresBody: true)) { request, _, _ in check(request) }
    }

    /// What is right and what is missing of a card so far. Refused: 422 for malformed JSON (field `$`) and for fields of a wrong type.
    private func check(_ request: Request) -> Response {
        defer { request.body.wipe() }
        do {
            let (card, faults) = try DraftDecoder.card(request.body)
            defer { card.wipe() }
            guard faults.isEmpty else {
                let errors = faults.map { FieldError($0) }
                return .problem(.unprocessableContent, "fields are not valid", requestID: request.head.requestID, errors: errors)
            }
            let check = service.check(card)
            defer { check.formatted.wipe() }
            return .json(.ok, JSONWriter.check(check))
        } catch {
            return .malformed(error, requestID: request.head.requestID)
        }
    }
}

extension Response {
    /// A body that is no JSON object, outside of payment routes.
    static func malformed(_ error: DraftDecoder.Malformed, requestID: String) -> Response {
        problem(.unprocessableContent, "the body is not valid", requestID: requestID, errors: Answer.malformedBody(error.reason).errors)
    }
}
