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
        return exchange.isHealthCheck && status.code < 400 ? .debug : .info
    }

    /// A connection ended before its time.
    static func connectionFailed(peer: SocketAddress, reason: ConnectionFailure) -> LogEvent {
        LogEvent(.debug, "connection.failed", ["peer": .own(peer.description), "reason": .own(String(describing: reason))])
    }

    /// A loop accepts no more connections.
    static func listeningFailed(_ error: SocketError) -> LogEvent {
        LogEvent(.error, "service.listening_failed", ["reason": .own(String(describing: error))])
    }
}

extension Exchange {
    fileprivate var isHealthCheck: Bool {
        guard let path = head?.path else { return false }
        return path == HealthRoutes.livenessPath || path == HealthRoutes.readinessPath
    }
}

extension EventLog {
    /// Takes note of what the HTTP server reports.
    func observe(_ event: ServerEvent) {
        switch event {
        case .finished(let exchange): record(.requestFinished(exchange), at: LogEvent.level(of: exchange), request: exchange.requestID)
        case .connectionFailed(let peer, let reason): record(.connectionFailed(peer: peer, reason: reason))
        case .listeningFailed(let error): record(.listeningFailed(error))
        }
    }
}
