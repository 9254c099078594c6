import Foundation
import HTTPClient
import IFortePay
import Reactor
import Secrets
import Testing

/// A gateway in a process of its own, over a ledger that outlives it, and a client that talks to it.
final class GatewayProcess: Sendable {
    /// The gateway's base address.
    let url: String
    let command: StandingCommand

    /// Starts `serve` over the folder's ledger. Its log is appended to the folder's `gateway.log`.
    init(in folder: TestFolder, settings: [String: String] = [:]) async throws {
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_LISTEN"] = "127.0.0.1:0"
        environment["GATEWAY_DATABASE"] = "sqlite:" + folder.file("ledger.db")
        environment["GATEWAY_LOG_LEVEL"] = "debug"
        environment.merge(settings) { $1 }
        command = try StandingCommand("serve", environment: environment, errors: try folder.appending(to: "gateway.log"))
        url = try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
    }
}

extension TestFolder {
    /// A handle that writes behind what the file holds.
    func appending(to name: String) throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: file(name)) { try Data().write(to: URL(fileURLWithPath: file(name))) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
        try handle.seekToEnd()
        return handle
    }
}

/// The outside world: posts payments and callbacks.
final class TestCaller: Sendable {
    let loop: EventLoop
    private let client: HTTPClient

    init() throws {
        loop = try EventLoop(name: "caller")
        client = HTTPClient(loop: loop, configuration: .init(maximumConnectionsPerHost: 64))
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
    private static let authorization = OutboundHeader("Authorization", "Basic " + token)

    /// Posts JSON; nil when the gateway did not answer.
    func post(_ body: String, to url: String, authorized: Bool = false) async -> OutboundResponse? {
        var headers = [OutboundHeader("Content-Type", "application/json")]
        if authorized { headers.append(Self.authorization) }
        let request = OutboundRequest(
            .post, url, headers: headers, body: SecretBytes(utf8: body), timeLimit: .seconds(60), mayBeSentTwice: false)
        return try? await client.send(request)
    }

    func get(_ url: String) async -> OutboundResponse? {
        try? await client.send(OutboundRequest(.get, url, headers: [Self.authorization], timeLimit: .seconds(60), mayBeSentTwice: true))
    }

    /// A signed callback of a transaction.
    static func callback(transaction: String, amount: Int = 10_000) throws -> String {
        let body =
            #"{"event":"payment.success","data":{"transactionId":"\#(transaction)","amount":\#(amount),"paymentStatus":"SUCCESS"},"signature":""}"#
        let key = SecretBytes(utf8: CommandLineProgram.credentials["GATEWAY_HASH_KEY"] ?? "")
        return String(decoding: try CallbackSigner.sign(Array(body.utf8), key: key), as: UTF8.self)
    }
}
