import HTTPServer
import Payments
import Reactor

// What the HTTP server reports. A path is text from outside; a query and header values are not logged.
extension LogEvent {
    /// A request has had its answer.
    static func requestFinished(_ exchange: Exchange) -> LogEvent {
        LogEvent(
            level(of: exchange), "request.finished",
            [
                "method": exchange.head.map { .own($0.method.rawValue) },
                "path": exchange.head.map { .outside($0.path) },
                "status": exchange.status.map { .number(Int64($0.code)) },
                "peer": .own(exchange.peer.description),
                "refused": exchange.refusal.map { .own($0.explanation) },
                // Its text may quote what it was given; its type does not.
                "failure": exchange.failure.map { .own(String(describing: type(of: $0))) },
                "bytes": .number(Int64(exchange.bodyBytes)),
                "durationMs": .milliseconds(exchange.duration),
            ])
    }

    /// How serious a finished request is. Health checks come every few seconds and say nothing as long as they succeed.
    static func level(of exchange: Exchange) -> LogLevel {
        guard exchange.failure == nil else { return .error }
        guard let status = exchange.status else { return .info }
        if status.code >= 500 { return .warning }
        return status.code < 400 && exchange.isHealthCheck ? .debug : .info
    }

    /// A connection ended before its time.
    static func connectionFailed(peer: SocketAddress, reason: ConnectionFailure) -> LogEvent {
        LogEvent(.debug, "connection.failed", ["peer": .own(peer.description), "reason": .own(String(describing: reason))])
    }

    /// Somebody asks more often than the limit for one allows: the last of them, and how many requests of all were refused since this was last said.
    static func rateLimited(_ kind: String, _ name: String, refusals: Int) -> LogEvent {
        LogEvent(.warning, "requests.limited", ["by": .own(kind), "last": .own(name), "refused": .number(Int64(refusals))])
    }

    /// New connections have to wait.
    static func acceptingPaused(_ shortage: AcceptingShortage) -> LogEvent {
        let reason =
            switch shortage {
            case .connections(let maximum): "all \(maximum) connections that may be open are in use, and none is idle"
            case .descriptors: "the system has no file descriptor or memory left for another connection"
            }
        return LogEvent(.warning, "service.accepting_paused", ["reason": .own(reason)])
    }

    /// No new connection has to wait any more.
    static func acceptingResumed(after duration: Duration) -> LogEvent {
        LogEvent(.info, "service.accepting_resumed", ["pausedMs": .milliseconds(duration)])
    }

    /// A loop accepts no more connections.
    static func listeningFailed(_ error: SocketError) -> LogEvent {
        LogEvent(.error, "service.listening_failed", ["reason": .own(String(describing: error))])
    }
}

extension Exchange {
    fileprivate var isHealthCheck: Bool {
        isOf(path: HealthRoutes.livenessPath) || isOf(path: HealthRoutes.readinessPath)
    }
}

extension EventLog {
    /// Takes note of what the HTTP server reports.
    func observe(_ event: ServerEvent) {
        switch event {
        case .finished(let exchange): record(.requestFinished(exchange), at: LogEvent.level(of: exchange), request: exchange.requestID)
        case .connectionFailed(let peer, let reason): record(.connectionFailed(peer: peer, reason: reason))
        case .acceptingPaused(let shortage): record(.acceptingPaused(shortage))
        case .acceptingResumed(let duration): record(.acceptingResumed(after: duration))
        case .listeningFailed(let error): record(.listeningFailed(error))
        }
    }
}
