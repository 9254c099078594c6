/// Answers a request. What it throws becomes a 500 with the request's id and nothing else of the error.
public typealias Handler = @Sendable (Request, PathParameters) async throws -> Response

/// Whether a request may go on to its handler, decided from its head alone: before the body is read and before 100 (Continue).
public enum Admission<Context: Sendable>: Sendable {
    /// It may; the handler gets what was found out, for instance who is calling.
    case admitted(Context)
    /// It may not; this is the answer. If a body was announced the connection closes after it.
    case refused(Response)
    /// Somebody has to be asked, and may take time to say it.
    case undecided(@Sendable () async throws -> Admission)
}

/// What holds for one route.
public struct RouteOptions: Hashable, Sendable {
    /// 411 for a request that announces no body, neither with a length nor chunked.
    public var requiresBody: Bool
    /// The template with a slash at its end is the same route.
    public var allowsTrailingSlash: Bool
    /// A client that closes its side while the handler works, or the stream goes on, cancels it. Off by default: whoever pays and hangs up has paid.
    ///
    /// A client that merely ends its own stream after the request cannot be told from one that left.
    public var cancelsOnHangup: Bool
    /// A request for it is handled however many are being handled already, and does not count as one of them. For what is quickly answered and
    /// must be, above all the question whether the program is alive: who asks it may end a program that is merely busy.
    public var isHandledUnderOverload: Bool

    /// No body needed, no trailing slash, not cancelled, refused under overload, unless said otherwise.
    public init(
        requiresBody: Bool = false, allowsTrailingSlash: Bool = false, cancelsOnHangup: Bool = false, isHandledUnderOverload: Bool = false
    ) {
        self.requiresBody = requiresBody
        self.allowsTrailingSlash = allowsTrailingSlash
        self.cancelsOnHangup = cancelsOnHangup
        self.isHandledUnderOverload = isHandledUnderOverload
    }
}

/// A method and a template with what answers them.
@usableFromInline
final class Route: Sendable {
    /// Answers a request as far as that goes without waiting.
    @usableFromInline
    typealias Decide = @Sendable (Request, PathParameters) throws -> Reply

    /// What an admission leads to.
    @usableFromInline
    enum Step: Sendable {
        case handle(Decide)
        case refuse(Response)
        case wait(@Sendable () async throws -> Step)
    }

    let method: HTTPMethod
    let template: RouteTemplate
    let options: RouteOptions
    /// Nil for a route that admits everybody.
    let admit: (@Sendable (RequestHead, PathParameters) throws -> Step)?
    let decide: Decide
    /// What the route answers, where that is always the same: then there is nothing to run.
    let constant: Response?

    init(
        method: HTTPMethod, template: RouteTemplate, options: RouteOptions,
        admit: (@Sendable (RequestHead, PathParameters) throws -> Step)? = nil, constant: Response? = nil, decide: @escaping Decide
    ) {
        self.method = method
        self.template = template
        self.options = options
        self.admit = admit
        self.constant = constant
        self.decide = decide
    }
}

extension Route.Step {
    @inlinable
    init<Context: Sendable>(
        _ admission: Admission<Context>, _ decide: @escaping @Sendable (Request, PathParameters, Context) throws -> Reply
    ) {
        switch admission {
        case .admitted(let context): self = .handle { request, parameters in try decide(request, parameters, context) }
        case .refused(let response): self = .refuse(response)
        case .undecided(let ask): self = .wait { Route.Step(try await ask(), decide) }
        }
    }
}
