import HTTPServer
import JSON
import Payments
import Secrets

/// `/v1/payments`: every answer of these handlers has the shape of the one result contract, a list excepted.
struct PaymentRoutes: Sendable {
    static let path = "/v1/payments"

    let service: PaymentService

    func add(to table: inout RouteTable) {
        // A client that hangs up is heard of only where a tap is waited for: the service lets nothing else be cancelled.
        table.addForMerchants(.post, Self.path, options: RouteOptions(requiresBody: true, cancelsOnHangup: true)) { request, _, merchant in
            await create(request, for: merchant)
        }
        table.addForMerchants(.get, Self.path) { request, _, merchant in await list(request, of: merchant) }
        table.addForMerchants(.get, Self.path + "/{id}") { _, parameters, merchant in await show(parameters["id"], of: merchant) }
    }

    /// Charges a card. Refused:
    ///
    /// - 422 VALIDATION_ERROR: malformed JSON (field `$`) or fields that break the rules; nothing was sent or recorded
    /// - 422 VALIDATION_ERROR: a tap that failed (field `cardDetails.terminal`, code the read's), or a read that is used, foreign or expired
    /// - 409 CONFLICT: the `externalId` belongs to another request, its first one is still running, or the terminal is busy
    /// - 503 UNAVAILABLE: the ledger cannot commit, overload, or shutting down; nothing was sent
    /// - and what iFortePay's answer means (`ResultState.httpStatus`)
    private func create(_ request: Request, for merchant: MerchantID) async -> Response {
        defer { request.body.wipe() }
        let draft: PaymentDraft
        do {
            draft = try DraftDecoder.payment(request.body)
        } catch {
            return Self.response(.malformedBody(error.reason))
        }
        let outcome = await service.create(draft, for: merchant)
        var response = Response.result(outcome.answer.state.httpStatus(isRepeat: outcome.isRepeat), outcome.answer, outcome.payment)
        if response.status == .created { response.headers["Location"] = outcome.payment.map { "\(Self.path)/\($0.id)" } }
        return response
    }

    /// One payment as it is now, with the answer last given. Refused: 404 NOT_FOUND, also for another merchant's; 503 UNAVAILABLE.
    private func show(_ id: String?, of merchant: MerchantID) async -> Response {
        guard let id = id.flatMap({ PaymentID($0) }) else { return Self.response(.notFound) }
        do {
            guard let payment = try await service.payment(id, of: merchant) else { return Self.response(.notFound) }
            return .result(.ok, payment.answer, payment)
        } catch {
            return Self.response(.unavailable(UnavailableCause(error)))
        }
    }

    /// A page of payments, newest first. Refused: 422 VALIDATION_ERROR naming each bad parameter; 503 UNAVAILABLE.
    private func list(_ request: Request, of merchant: MerchantID) async -> Response {
        var reader = QueryReader(request.head.query)
        var query = PaymentQuery(merchant: merchant)
        query.externalID = reader.value("externalId", "must be 1 to 64 letters, digits, - _ .") { IdentifierRule.externalID.accepts($0) ? $0 : nil }
        query.orderID = reader.value("orderId", "must be 1 to 25 letters, digits, -") { IdentifierRule.orderID.accepts($0) ? $0 : nil }
        query.status = reader.word("status", PaymentStatus.self)
        query.createdAfter = reader.moment("createdAfter")
        query.createdBefore = reader.moment("createdBefore")
        query.limit = reader.limit()
        query.cursor = reader.cursor { PaymentID($0) }
        guard reader.errors.isEmpty else { return Self.response(.invalid(reader.errors)) }
        do {
            return .json(.ok, JSONWriter.payments(try await service.payments(query)))
        } catch {
            return Self.response(.unavailable(UnavailableCause(error)))
        }
    }

    /// An answer about no payment.
    private static func response(_ answer: Answer) -> Response {
        .result(answer.state.httpStatus(isRepeat: false), answer)
    }
}
