import FoundationEssentials
import HTTPClient
import IFortePay
import Reactor
import Secrets
import TestSupport
import Testing

/// A gateway in a process of its own, over a ledger that outlives it, and a client that talks to it.
final class GatewayProcess: Sendable {
    /// The gateway's base address.
    let url: String
    let command: StandingCommand
    private let log: String

    /// Starts `serve` over the folder's ledger. Its log is appended to the folder's `gateway.log`.
    init(
        in folder: TestFolder, settings: [String: String] = [:], credentials: [String: String] = CommandLineProgram.credentials,
        descriptors: Int? = nil
    ) async throws {
        var environment = credentials
        environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
        environment["GATEWAY_DATABASE"] = "sqlite:" + folder.file("ledger.db")
        environment["GATEWAY_LOG_LEVEL"] = "debug"
        environment.merge(settings) { $1 }
        log = folder.file("gateway.log")
        command = try StandingCommand(["serve"], environment: environment, errors: log, descriptors: descriptors)
        url = try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
    }

    var address: SocketAddress {
        get throws { try SocketAddress(parsing: url.replacing(/https?:\/\//, with: "")) }
    }

    /// Tells it to end and waits for that, which has to go well.
    func end(sourceLocation: SourceLocation = #_sourceLocation) async {
        let ending = await command.end()
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        #expect(ending == .exit(0), "its log: \(said.suffix(4000))", sourceLocation: sourceLocation)
    }
}

/// The outside world: posts payments and callbacks.
final class TestCaller: Sendable {
    let loop: EventLoop
    private let client: HTTPClient

    init(connections: Int = 64) throws {
        loop = try EventLoop(name: "caller")
        client = HTTPClient(loop: loop, configuration: .init(maximumConnectionsPerHost: connections, maximumRequests: max(connections, 1024)))
    }

    func shutdown() async {
        await client.shutdown()
        await loop.shutdown()
    }

    /// The credentials' token, as a merchant backend sends it.
    static let token = {
        let parts = ["GATEWAY_MERCHANT_ID", "GATEWAY_SECRET_UNBOUND", "GATEWAY_HASH_KEY"].compactMap { CommandLineProgram.credentials[$0] }
        return Data(parts.joined(separator: ":").utf8).base64EncodedString()
    }()

    /// Posts JSON; nil when the gateway did not answer.
    func post(_ body: String, to url: String, authorized: Bool = false) async -> OutboundResponse? {
        await send(.post, url, body, token: authorized ? Self.token : nil)
    }

    func get(_ url: String) async -> OutboundResponse? {
        await send(.get, url, token: Self.token)
    }

    /// Any request, once; nil when the gateway did not answer.
    func send(_ method: OutboundRequest.Method, _ url: String, _ body: String? = nil, token: String?) async -> OutboundResponse? {
        var headers: [OutboundHeader] = []
        if body != nil { headers.append(OutboundHeader("Content-Type", "application/json")) }
        if let token { headers.append(OutboundHeader("Authorization", "Basic " + token)) }
        let request = OutboundRequest(
            method, url, headers: headers, body: body.map { SecretBytes(utf8: $0) }, timeLimit: .seconds(90), mayBeSentTwice: false)
        return try? await client.send(request)
    }

    /// A signed callback of a transaction.
    static func callback(transaction: String, amount: Int = 10_000) throws -> String {
        let body =
            #"{"event":"payment.success","data":{"transactionId":"\#(transaction)","amount":\#(amount),"paymentStatus":"SUCCESS"},"signature":""}"#
        let key = SecretBytes(utf8: CommandLineProgram.credentials["GATEWAY_HASH_KEY"] ?? "")
        return String(decoding: try CallbackSigner.sign(Array(body.utf8), key: key), as: UTF8.self)
    }
}
