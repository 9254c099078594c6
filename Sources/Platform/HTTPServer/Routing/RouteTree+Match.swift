extension RouteTree {
    /// A route, and what its path's named places hold.
    struct Match {
        let route: Route
        let parameters: PathParameters
    }

    func match(_ head: RequestHead) throws(Refusal.Reason) -> Match {
        let storage = head.storage
        guard !storage.parsed.isServerWide else { return Match(route: serverWide, parameters: .none) }
        let found = storage.withBytes { find($0.slice(storage.parsed.path), storage.parsed.method) }
        switch found {
        case .route(let route, let values):
            guard !values.isEmpty else { return Match(route: route, parameters: .none) }
            return Match(route: route, parameters: PathParameters(names: route.template.parameterNames, values: values))
        case .methods(let methods): throw .methodNotAllowed(Self.allowed(methods))
        case nil: throw .noSuchRoute
        }
    }

    /// What `Allow` says where these methods have routes.
    private static func allowed(_ methods: [HTTPMethod]) -> [HTTPMethod] {
        HTTPMethod.allCases.filter { methods.contains($0) || ($0 == .head && methods.contains(.get)) }
    }

    /// `OPTIONS *` asks the server as a whole (RFC 9110 section 9.3.7).
    private var serverWide: Route {
        let allowed = Self.allowed(routes.map(\.method)).map(\.rawValue).joined(separator: ", ")
        return Route(method: .options, template: .root, options: RouteOptions()) { _, _ in
            .answer(Response(status: .noContent, headers: ["Allow": allowed]))
        }
    }
}
