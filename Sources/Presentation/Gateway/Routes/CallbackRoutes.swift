import HTTPServer
import JSON
import Payments

/// `/v1/callbacks`: what merchants and operators see and do of callbacks.
struct CallbackRoutes: Sendable {
    static let path = "/v1/callbacks"

    let service: CallbackService

    func add(to table: inout RouteTable) {
        table.addForMerchants(.get, Self.path) { request, _, merchant in await list(request, of: merchant) }
        table.addForMerchants(.post, Self.path + "/redeliver", options: RouteOptions(requiresBody: true)) { request, _, merchant in
            await redeliverDead(request, of: merchant)
        }
        table.addForMerchants(.get, Self.path + "/{id}") { request, parameters, merchant in
            try await show(parameters.value("id") { CallbackID($0) }, of: merchant, request.head.requestID)
        }
        table.addForMerchants(.post, Self.path + "/{id}/redeliver") { request, parameters, merchant in
            try await redeliver(parameters.value("id") { CallbackID($0) }, of: merchant, request.head.requestID)
        }
    }

    /// A page of callbacks, newest first. Refused: 422 naming each bad parameter; 503.
    private func list(_ request: Request, of merchant: MerchantID) async -> Response {
        var reader = QueryReader(request.head.query)
        var query = CallbackQuery(merchant: merchant)
        query.status = reader.word("status", DeliveryStatus.self)
        query.transactionID = reader.value("transactionId", "must not be empty") { $0.isEmpty ? nil : $0 }
        query.limit = reader.limit()
        query.cursor = reader.cursor { CallbackID($0) }
        guard reader.errors.isEmpty else {
            return .problem(.unprocessableContent, "query parameters are not valid", requestID: request.head.requestID, errors: reader.errors)
        }
        do {
            return .json(.ok, JSONWriter.callbacks(try await service.list(query)))
        } catch {
            return Self.unavailable(request.head.requestID)
        }
    }

    /// One callback with its attempts. Refused: 404, also for another merchant's; 503.
    private func show(_ id: CallbackID, of merchant: MerchantID, _ requestID: String) async -> Response {
        do {
            guard let record = try await service.show(id, of: merchant) else { return Self.notFound(requestID) }
            return .json(.ok, JSONWriter.callback(record))
        } catch {
            return Self.unavailable(requestID)
        }
    }

    /// Makes an attempt now and shows the callback after it. Refused: 404; 409 while an attempt runs; 502 when the merchant store did not answer 200; 503.
    private func redeliver(_ id: CallbackID, of merchant: MerchantID, _ requestID: String) async -> Response {
        switch await service.redeliver(id, of: merchant) {
        case .accepted: return await show(id, of: merchant, requestID)
        case .notAccepted: return .problem(.badGateway, "the merchant store did not answer 200", requestID: requestID)
        case .conflict: return .problem(.conflict, "an attempt to deliver this callback is running", requestID: requestID)
        case .notFound: return Self.notFound(requestID)
        case .unavailable(let retryAfter):
            var response = Self.unavailable(requestID)
            response.setRetryAfter(retryAfter)
            return response
        }
    }

    /// Makes all dead letters due. Refused: 422 for any other body than `{"status": "DEAD"}`; 503.
    private func redeliverDead(_ request: Request, of merchant: MerchantID) async -> Response {
        let requestID = request.head.requestID
        do {
            let statuses = try DraftDecoder.object(request.body).values(named: "status")
            guard statuses.count == 1, statuses[0].isString(DeliveryStatus.dead.rawValue) else {
                let error = FieldError(field: "status", code: "value", message: "must be \(DeliveryStatus.dead.rawValue)")
                return .problem(.unprocessableContent, "fields are not valid", requestID: requestID, errors: [error])
            }
        } catch {
            return .malformed(error, requestID: requestID)
        }
        do {
            let count = try await service.redeliverDead(of: merchant)
            return .json(.accepted, JSONWriter.object { $0.member("count", count) })
        } catch {
            return Self.unavailable(requestID)
        }
    }

    private static func notFound(_ requestID: String) -> Response {
        .problem(.notFound, "there is no such callback", requestID: requestID)
    }

    private static func unavailable(_ requestID: String) -> Response {
        .unavailable("the ledger does not answer at the moment", requestID: requestID)
    }
}
