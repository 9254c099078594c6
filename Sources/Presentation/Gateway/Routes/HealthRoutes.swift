import HTTPServer
import JSON
import Payments

/// What orchestrators and curious people ask: open to everybody.
struct HealthRoutes: Sendable {
    static let livenessPath = "/healthz"
    static let readinessPath = "/readyz"
    static let contractPath = "/openapi.yaml"

    let readiness: Readiness

    func add(to table: inout RouteTable) {
        // Whoever asks them ends a gateway that does not answer, and a busy one is not to be ended.
        let options = RouteOptions(isHandledUnderOverload: true)
        table.add(.get, Self.livenessPath, options: options, answer: Self.ok)
        table.add(.get, Self.readinessPath, options: options) { request in await ready(request) }
        table.add(.get, Self.contractPath) { _ in
            Response(headers: ["Content-Type": "application/yaml"], body: .bytes(ContractDocument.bytes))
        }
    }

    private static let ok = Response.json(.ok, JSONWriter.object { $0.member("status", "ok") }).writtenOut()

    /// Refused: 503 while the ledger does not answer or the service is stopping.
    private func ready(_ request: Request) async -> Response {
        switch await readiness.check() {
        case .ready: Self.ok
        case .stopping: .unavailable("the gateway is stopping", requestID: request.head.requestID)
        case .ledgerFailed: .unavailable("the ledger does not answer", requestID: request.head.requestID)
        }
    }
}
