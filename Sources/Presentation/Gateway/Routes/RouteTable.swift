import HTTPServer
import Payments

/// Gathers the routes of all resources. Whatever runs for a request runs under its id, so that every log line bears it.
struct RouteTable {
    private(set) var router = Router()
    private let gate: APIGate
    private let limits: RateLimits

    init(gate: APIGate, limits: RateLimits) {
        self.gate = gate
        self.limits = limits
    }

    /// A route for everybody, and as often as anybody asks, whose answer is always the same. Nothing runs for it that could be logged.
    mutating func add(_ method: HTTPMethod, _ template: String, options: RouteOptions, answer: Response) {
        router.add(method, template, options: options, answer: answer)
    }

    /// A route for everybody, as often as a client's address may ask, unless it is one that is handled under overload.
    mutating func add(
        _ method: HTTPMethod, _ template: String, options: RouteOptions = RouteOptions(),
        handler: @escaping @Sendable (Request) async throws -> Response
    ) {
        let scoped: @Sendable (Request) async throws -> Response = { request in
            try await RequestScope.$id.withValue(request.head.requestID) { try await handler(request) }
        }
        guard !options.isHandledUnderOverload else {
            return router.add(method, template, options: options) { request, _ in try await scoped(request) }
        }
        let limits = limits
        router.add(method, template, options: options) { head, _ in
            limits.refusal(of: head).map { .refused($0) } ?? .admitted(())
        } handler: { request, _, _ in
            try await scoped(request)
        }
    }

    /// A route under `/v1`, for merchants with their token.
    mutating func addForMerchants(
        _ method: HTTPMethod, _ template: String, options: RouteOptions = RouteOptions(),
        handler: @escaping @Sendable (Request, PathParameters, MerchantID) async throws -> Response
    ) {
        let (gate, limits) = (gate, limits)
        let admit: @Sendable (RequestHead, PathParameters) -> Admission<MerchantID> = { head, _ in
            if let refusal = limits.refusal(of: head) { return .refused(refusal) }
            let admission = gate.admit(head)
            guard case .admitted(let merchant) = admission, let refusal = limits.refusal(of: merchant, head) else { return admission }
            return .refused(refusal)
        }
        router.add(method, template, options: options, admit: admit) { request, parameters, merchant in
            try await RequestScope.$id.withValue(request.head.requestID) {
                var response = try await handler(request, parameters, merchant)
                response.headers["Cache-Control"] = "no-store"
                return response
            }
        }
    }

    /// A route that decides for itself who may use it, and whose answers need not always be waited for. It sets the request's id itself for what could
    /// be logged: that is not free, and most requests cause nothing of the kind.
    mutating func add<Route: AdmittingRoute>(_ method: HTTPMethod, _ template: String, options: RouteOptions, _ route: Route) {
        let limits = limits
        router.add(
            method, template, options: options,
            admit: { head, parameters in
                if let refusal = limits.refusal(of: head) { return .refused(refusal) }
                return route.admit(head, parameters)
            },
            decide: { request, _, context in route.answer(request, context) })
    }
}

/// A route with an admission of its own.
protocol AdmittingRoute: Sendable {
    /// What the admission finds out for the answer.
    associatedtype Context: Sendable

    /// Whether the request may go on, decided from its head alone.
    func admit(_ head: RequestHead, _ parameters: PathParameters) -> Admission<Context>
    /// Answers an admitted request.
    func answer(_ request: Request, _ context: Context) -> Reply
}
