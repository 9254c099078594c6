import Crypto
import Reactor
import Secrets
import TestCertificates

@testable import HTTPServer

/// The server that all cases talk to: a real one, whose handler says what it saw.
enum TestedServer {
    /// Small, so that the cases that pass them can be cut at each of their bytes.
    static let limits = HTTPLimits(
        requestLineBytes: 200, headerSectionBytes: 600, headerFields: 12, bodyBytes: 300, chunkExtensionBytes: 40, trailerSectionBytes: 100)

    static func configuration() throws -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        configuration.limits = limits
        // A busy machine is no fault of the server's.
        configuration.timeouts.linger = .seconds(20)
        return configuration
    }

    static let router: Router = {
        var router = Router()
        for template in ["/", "/{a}", "/{a}/{b}", "/{a}/{b}/{c}"] {
            for method in HTTPMethod.allCases where method != .head { router.add(method, template) { request, _ in seen(request) } }
        }
        router.add(.get, "/only-get") { request, _ in seen(request) }
        router.add(.post, "/needs-body", options: RouteOptions(requiresBody: true)) { request, _ in seen(request) }
        router.add(.post, "/refused", admit: { _, _ in Admission<Int>.refused(Response(status: .unauthorized)) }) { request, _, _ in seen(request) }
        router.add(.get, "/nothing") { _, _ in Response(status: .noContent) }
        router.add(.get, "/stream") { _, _ in
            Response(
                body: .stream { writer in
                    for piece in ["one", "two"] { try await writer.write(Array(piece.utf8)) }
                })
        }
        return router
    }()

    /// `METHOD target version`, the field lines, an empty line, the body: all that the parser told the handler.
    private static func seen(_ request: Request) -> Response {
        let head = request.head
        var text = "\(head.method) \(head.target) \(head.version)\n"
        let names = head.headers.names
        for name in names { text += "\(name): \(head.headers[name] ?? "")\n" }
        text += "\n"
        return Response(body: .bytes(Array(text.utf8) + request.body.withUnsafeBytes { Array($0) }))
    }
}

/// A server certificate and a client that trusts it, for all tests of this target.
struct TLSPair: Sendable {
    let authority: TestAuthority
    let identity: TestAuthority.Identity
    let server: TLSServerContext
    let client: TLSClientContext

    init() throws {
        authority = try TestAuthority()
        identity = try authority.issue(for: .server)
        server = try TLSServerContext(TLSServerConfiguration(certificatePath: identity.certificatePath, keyPath: identity.keyPath))
        client = try TLSClientContext(TLSClientConfiguration(authoritiesPath: authority.certificatePath))
    }

    static let shared = Result { try TLSPair() }

    /// The client's side of a connection.
    func session() -> TLSSession { TLSSession(client: client, serverName: "localhost") }
}
