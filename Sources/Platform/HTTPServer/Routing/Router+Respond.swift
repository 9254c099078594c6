extension Router {
    /// Answers a request without a server or a socket: route, admission, handler, and the refusals that belong to them, as on a connection. For tests
    /// and for programs that call themselves.
    ///
    /// The answer bears `x-request-id` as on the wire, and to HEAD it has no content; the other fields that a connection adds, it has not.
    public func respond(
        to request: Request, refusal: @Sendable (Refusal, RequestHead?) -> Response = Refusal.plainText
    ) async -> Response {
        let head = request.head
        var response: Response
        do throws(Refusal.Reason) {
            response = try await answer(to: request)
        } catch {
            response = Refusal(error, requestID: head.requestID).response(to: head, madeBy: refusal)
        }
        response.headers["x-request-id"] = head.requestID
        if head.method == .head { response.body = .bytes([]) }
        return response
    }

    private func answer(to request: Request) async throws(Refusal.Reason) -> Response {
        let match = try tree.match(request.head)
        var step = Route.Step.handle(match.route.decide)
        if let admit = match.route.admit { step = try await Self.result { try admit(request.head, match.parameters) }.get() }
        while true {
            switch step {
            case .refuse(let response): return response
            case .wait(let ask): step = try await Self.result(ask).get()
            case .handle(let decide):
                guard !match.route.options.requiresBody || request.head.announcesBody else { throw .lengthRequired }
                return try await Self.result {
                    switch try decide(request, match.parameters) {
                    case .answer(let response): response
                    case .wait(let work): try await work()
                    }
                }.get()
            }
        }
    }

    private static func result<Value>(_ work: () async throws -> Value) async -> Result<Value, Refusal.Reason> {
        do { return .success(try await work()) } catch { return .failure(.thrown(error)) }
    }
}

extension Refusal.Reason {
    /// What an error that a route threw means to its client.
    static func thrown(_ error: any Error) -> Refusal.Reason {
        error is PathParameterError ? .noSuchRoute : .handlerFailed
    }
}
