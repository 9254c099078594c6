import Secrets

/// Which handler answers which request.
///
/// Refusals: 404 where no template has the path; 405 with `Allow` where one has, for other methods. HEAD is answered by a GET route that has no HEAD
/// beside it, and `OPTIONS *` with the methods there are.
public struct Router: Sendable {
    private var all: [Route] = []
    private(set) var tree = RouteTree([])

    /// Without routes.
    public init() {}

    /// The routes in the order they were added, with their templates as written.
    public var routes: [(method: HTTPMethod, template: String)] {
        all.map { ($0.method, $0.template.text) }
    }

    /// Adds a route that everybody may use.
    ///
    /// `template` is a path whose segments may be named places: `/v1/payments/{id}`. A template that cannot be one, or a route that is already there,
    /// is a mistake of the program and traps.
    public mutating func add(_ method: HTTPMethod, _ template: String, options: RouteOptions = RouteOptions(), handler: @escaping Handler) {
        insert(method, template, options) { request, parameters in .wait { try await handler(request, parameters) } }
    }

    /// Adds a route that everybody may use and whose answer to a request without a body is always the same.
    public mutating func add(_ method: HTTPMethod, _ template: String, options: RouteOptions = RouteOptions(), answer: Response) {
        let answer = answer.writtenOut()
        insert(method, template, options, constant: answer) { _, _ in .answer(answer) }
    }

    /// Adds a route whose handler runs only after `admit` let the request pass: before its body is read, and with what `admit` found out. An error
    /// out of `admit` is a 500, as one out of the handler.
    @inlinable
    @inline(__always)
    public mutating func add<Context: Sendable>(
        _ method: HTTPMethod,
        _ template: String,
        options: RouteOptions = RouteOptions(),
        admit: @escaping @Sendable (RequestHead, PathParameters) throws -> Admission<Context>,
        handler: @escaping @Sendable (Request, PathParameters, Context) async throws -> Response
    ) {
        add(
            method, template, options: options, admit: admit,
            decide: { request, parameters, context in
                .wait { try await handler(request, parameters, context) }
            })
    }

    /// Adds such a route that may have its answer without waiting for anything: then the request costs no task. `decide` runs on the loop of the
    /// connection and must not block or compute for long.
    ///
    /// Inlinable, so that a request is not handled by way of the general form of whatever type its context has.
    @inlinable
    @inline(__always)
    public mutating func add<Context: Sendable>(
        _ method: HTTPMethod,
        _ template: String,
        options: RouteOptions = RouteOptions(),
        admit: @escaping @Sendable (RequestHead, PathParameters) throws -> Admission<Context>,
        decide: @escaping @Sendable (Request, PathParameters, Context) throws -> Reply
    ) {
        insert(method, template, options, admit: { head, parameters in Route.Step(try admit(head, parameters), decide) }) { _, _ in
            throw RouteFault.notAdmitted
        }
    }

    @usableFromInline
    mutating func insert(
        _ method: HTTPMethod, _ template: String, _ options: RouteOptions,
        admit: (@Sendable (RequestHead, PathParameters) throws -> Route.Step)? = nil, constant: Response? = nil,
        decide: @escaping Route.Decide
    ) {
        guard let parsed = RouteTemplate(template) else { preconditionFailure("not a route template: \(template)") }
        let route = Route(method: method, template: parsed, options: options, admit: admit, constant: constant, decide: decide)
        precondition(!all.contains { $0.method == method && $0.template.hasSamePlace(as: parsed) }, "two routes for \(method) \(template)")
        all.append(route)
        tree = RouteTree(all)
    }
}

/// A route with an admission was reached without it: no request can do that.
@usableFromInline
enum RouteFault: Error {
    case notAdmitted
}
