import Reactor

/// What all connections of a server share.
final class Service: Sendable {
    let configuration: HTTPServerConfiguration
    let bodyMemory: SharedCapacity
    let requestPlaces: SharedCapacity
    let routes: RouteTree
    let refusal: @Sendable (Refusal, RequestHead?) -> Response
    let observer: @Sendable (ServerEvent) -> Void
    /// How long a silent client keeps what works for it, and how long it may be silent after that.
    let patience: MonotonicTime.Interval
    let idleAfterPatience: Duration
    let standing: StandingFields
    let standingOverTLS: StandingFields

    /// Standing headers that cannot be sent are a mistake of the program, and trap.
    init(
        configuration: HTTPServerConfiguration, router: Router, refusal: @escaping @Sendable (Refusal, RequestHead?) -> Response,
        observer: @escaping @Sendable (ServerEvent) -> Void
    ) {
        self.configuration = configuration
        bodyMemory = SharedCapacity(configuration.bodyMemory)
        requestPlaces = SharedCapacity(configuration.maximumRequests)
        routes = router.tree
        let patience = min(Connection.patience, configuration.timeouts.idle)
        self.patience = MonotonicTime.Interval(patience)
        idleAfterPatience = configuration.timeouts.idle - patience
        self.refusal = refusal
        self.observer = observer
        var overTLS = configuration.standingHeaders
        for field in configuration.standingTLSHeaders.fields { overTLS.append(field.name, field.value) }
        guard let standing = try? StandingFields(configuration.standingHeaders), let standingOverTLS = try? StandingFields(overTLS) else {
            preconditionFailure("standing headers that cannot be sent")
        }
        self.standing = standing
        self.standingOverTLS = standingOverTLS
    }

    func response(to refusal: Refusal, head: RequestHead?) -> Response {
        refusal.response(to: head, madeBy: self.refusal)
    }
}
