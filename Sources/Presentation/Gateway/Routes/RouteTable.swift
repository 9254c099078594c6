import HTTPServer
import Payments

/// Gathers the routes of all resources. Whatever runs for a request runs under its id, so that every log line bears it.
struct RouteTable {
    private(set) var router = Router()
    private let gate: APIGate

    init(gate: APIGate) {
        self.gate = gate
    }

    /// A route for everybody whose answer is always the same. Nothing runs for it that could be logged.
    mutating func add(_ method: HTTPMethod, _ template: String, answer: Response) {
        router.add(method, template) { _, _ in answer }
    }

    /// A route for everybody.
    mutating func add(_ method: HTTPMethod, _ template: String, handler: @escaping @Sendable (Request) async throws -> Response) {
        router.add(method, template) { request, _ in
            try await RequestScope.$id.withValue(request.head.requestID) { try await handler(request) }
        }
    }

    /// A route under `/v1`, for merchants with their token.
    mutating func addForMerchants(
        _ method: HTTPMethod, _ template: String, options: RouteOptions = RouteOptions(),
        handler: @escaping @Sendable (Request, PathParameters, MerchantID) async throws -> Response
    ) {
        let gate = gate
        router.add(method, template, options: options, admit: { head, _ in gate.admit(head) }) { request, parameters, merchant in
            try await RequestScope.$id.withValue(request.head.requestID) {
                var response = try await handler(request, parameters, merchant)
                response.headers["Cache-Control"] = "no-store"
                return response
            }
        }
    }

    /// A route that decides for itself who may use it. An admission that does what could be logged sets the request's id for that itself: it is not
    /// free, and most do nothing of the kind.
    mutating func add<Context: Sendable>(
        _ method: HTTPMethod, _ template: String, options: RouteOptions,
        admit: @escaping @Sendable (RequestHead, PathParameters) async -> Admission<Context>,
        handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) {
        router.add(
            method, template, options: options, admit: admit,
            handler: { request, _, context in
                try await RequestScope.$id.withValue(request.head.requestID) { try await handler(request, context) }
            })
    }
}
