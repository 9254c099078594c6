import Crypto
import Glibc
import HTTPClient
import Reactor
import Secrets
import Testing

/// Runs `body` with a server that follows `script` and a client on a loop of its own, and ends both.
func withServer(
    _ configuration: HTTPClient.Configuration = .init(), host: String = "127.0.0.1", tls: TLSServerContext? = nil,
    script: @escaping ScriptedServer.Script, _ body: (ScriptedServer, HTTPClient) async throws -> Void
) async throws {
    let server = try ScriptedServer(host: host, tls: tls, script)
    let running = Task { await server.run() }
    do {
        try await withClient(configuration) { client in try await body(server, client) }
    } catch {
        Issue.record(error)
    }
    running.cancel()
    await running.value
    await server.loop.shutdown()
}

/// Every test here runs in an environment whose proxies lead nowhere: a client that asked it would reach no server. Set once, before any client is
/// made, because changing the environment is not safe beside threads that read it.
private let hasHostileEnvironment: Bool = {
    let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return variables.allSatisfy { setenv($0, "http://127.0.0.1:1/", 1) == 0 } && unsetenv("no_proxy") == 0 && unsetenv("NO_PROXY") == 0
}()

/// Runs `body` with a client on a loop of its own, and ends it.
func withClient(_ configuration: HTTPClient.Configuration = .init(), _ body: (HTTPClient) async throws -> Void) async throws {
    try #require(hasHostileEnvironment)
    let loop = try EventLoop(name: "client")
    let client = HTTPClient(loop: loop, configuration: configuration)
    do {
        try await body(client)
    } catch {
        Issue.record(error)
    }
    await client.shutdown()
    await loop.shutdown()
}

extension OutboundRequest {
    /// A GET that may be repeated, with a generous limit.
    static func get(_ url: String, timeLimit: Duration = .seconds(20)) -> OutboundRequest {
        OutboundRequest(.get, url, timeLimit: timeLimit, mayBeSentTwice: true)
    }

    /// A POST of a text that must not be repeated.
    static func post(_ url: String, _ body: String = "{}", timeLimit: Duration = .seconds(20), mayBeSentTwice: Bool = false) -> OutboundRequest {
        OutboundRequest(
            .post, url, headers: [OutboundHeader("Content-Type", "application/json")], body: SecretBytes(utf8: body), timeLimit: timeLimit,
            mayBeSentTwice: mayBeSentTwice)
    }
}

extension HTTPClient {
    /// The error of a request that is to fail.
    func failure(of request: OutboundRequest) async -> HTTPClientError? {
        do throws(HTTPClientError) {
            let answer = try await send(request)
            Issue.record("answered \(answer.status)")
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPClientError? {
    var isNotSent: Bool { if case .notSent = self { true } else { false } }
    var isUnanswered: Bool { if case .unanswered = self { true } else { false } }
}
