import HTTPServer
import Payments

/// All routes of the gateway.
enum GatewayRoutes {
    static func router(
        gate: APIGate, limits: RateLimits, payments: PaymentService, callbacks: CallbackService, terminals: TerminalRoutes, readiness: Readiness
    ) -> Router {
        var table = RouteTable(gate: gate, limits: limits)
        PaymentRoutes(service: payments).add(to: &table)
        CardRoutes(service: payments).add(to: &table)
        terminals.add(to: &table)
        CallbackRoutes(service: callbacks).add(to: &table)
        CallbackReceiver(service: callbacks).add(to: &table)
        HealthRoutes(readiness: readiness).add(to: &table)
        return table.router
    }
}
