import HTTPServer
import JSON

/// What orchestrators ask. The sandbox keeps everything in memory: where it answers at all, it is ready.
struct HealthRoutes: Sendable {
    func add(to router: inout Router) {
        for path in ["/healthz", "/readyz"] {
            router.add(.get, path) { _, _ in Response(json: JSONWriter.object { $0.member("status", "ok") }) }
        }
    }
}
