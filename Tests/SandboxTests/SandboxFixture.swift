import Crypto
import FoundationEssentials
import HTTPClient
import HTTPServer
import JSON
import Payments
import Reactor
import Secrets
import Testing

@testable import Sandbox

/// A sandbox on a free port, a merchant that it calls back, and a client that signs as the merchant does.
final class SandboxFixture: Sendable {
    static let merchantID = "MCP2024000001"
    static let secretUnbound = "0x00112233445566778899"
    static let hashKey = "h4shK3y/with+b64="

    let sandbox: SandboxService
    let merchant: CallbackSink
    private let client: HTTPClient
    private let group: EventLoopGroup

    var url: String { "http://\(sandbox.address)" }

    /// Runs a test against a sandbox of its own and stops everything after it.
    static func run(
        retrySchedule: String = "5s,30s,5m", change: (inout SandboxConfiguration) -> Void = { _ in },
        callbackStatuses: [Int] = [200], callbackTLS: TLSServerContext? = nil, _ test: (SandboxFixture) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(count: 1)
        let merchant = try await CallbackSink(group: group, statuses: callbackStatuses, tls: callbackTLS)
        var configuration = SandboxConfiguration(
            address: try SocketAddress(parsing: "127.0.0.1:0"),
            merchant: CredentialToken(
                merchant: try #require(MerchantID(merchantID)), secretUnbound: SecretBytes(utf8: secretUnbound), hashKey: SecretBytes(utf8: hashKey)))
        configuration.callbackDelay = .milliseconds(1)
        configuration.retrySchedule = try RetrySchedule(parsing: retrySchedule)
        change(&configuration)
        let sandbox = try await SandboxService.start(configuration, group: group)
        let fixture = SandboxFixture(sandbox: sandbox, merchant: merchant, group: group)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await test(fixture)) } catch { outcome = .failure(error) }
        await fixture.client.shutdown()
        await sandbox.shutdown()
        await merchant.shutdown()
        await group.shutdown()
        try outcome.get()
    }

    private init(sandbox: SandboxService, merchant: CallbackSink, group: EventLoopGroup) {
        self.sandbox = sandbox
        self.merchant = merchant
        self.group = group
        client = HTTPClient(loop: group.loops[0], configuration: .init())
    }

    /// Posts a charge as the Node SDK does; a header set to nil is left out.
    func charge(
        _ body: ChargeBody, through operation: ChargeOperation = .charge, headers changes: [String: String?] = [:], timeLimit: Duration = .seconds(10)
    ) async throws -> (status: Int, json: JSONValue) {
        let response = try await post(operation.path, body.json, headers: body.headers(changes), timeLimit: timeLimit)
        return (response.status, try JSONDocument(parsing: response.body).root)
    }

    func post(_ path: String, _ body: String, headers: [String: String], timeLimit: Duration = .seconds(10)) async throws -> OutboundResponse {
        try await client.send(
            OutboundRequest(
                .post, url(path), headers: headers.map { OutboundHeader($0, $1) }, body: SecretBytes(utf8: body), timeLimit: timeLimit,
                mayBeSentTwice: false))
    }

    func get(_ path: String) async throws -> OutboundResponse {
        try await client.send(OutboundRequest(.get, url(path), timeLimit: .seconds(10), mayBeSentTwice: true))
    }

    func list(_ name: String, query: String = "") async throws -> [JSONValue] {
        let response = try await get("/sandbox/\(name)\(query)")
        return try JSONDocument(parsing: response.body).root[name]?.elements ?? []
    }

    private func url(_ path: String) -> String { path.hasPrefix("http") ? path : url + path }
}

/// A charge's body, as the Node SDK makes it.
struct ChargeBody {
    var externalID = "ext-0001"
    var orderID = "ORD-0001"
    var amount = "150000"
    var callbackURL = "http://127.0.0.1:9/"
    var card = #""card_holder_name":"Anon","card_number":"1889800000001234","card_expired_month":"01","card_expired_year":"2039","card_cvn":"101""#
    var channel = "BRICC"
    var storeToken = "true"
    /// Further members, each with a comma in front.
    var more = ""

    var json: String {
        """
        {"external_id":"\(externalID)","order_id":"\(orderID)","currency":"IDR","payment_method":"CARD","payment_channel":"\(channel)",\
        "payment_mode":"CLOSE","callback_url":"\(callbackURL)","return_url":"https://shop.example/thanks","card_details":{\(card)},\
        "payment_details":{"amount":\(amount),"transaction_description":"payment test"},\
        "customer_details":{"full_name":"anon","phone":"081234567890","email":"anon@example.com","ip_address":"10.100.10.10"},\
        "store_token":\(storeToken)\(more)}
        """
    }

    /// The headers of the Node SDK with some changed.
    func headers(_ changes: [String: String?] = [:]) -> [String: String] {
        let credentials = "\(SandboxFixture.merchantID):\(SandboxFixture.secretUnbound)"
        let signed = SandboxFixture.hashKey + externalID + orderID
        var headers = [
            "Content-Type": "application/json", "Authorization": "Basic " + Base64.encode(Array(credentials.utf8)),
            "x-req-signature": SHA256.digest(Array(signed.utf8)).hex, "x-version": "v3", "response-type": "url",
        ]
        for (name, value) in changes { headers[name] = value }
        return headers
    }
}

extension SandboxFixture {
    /// The one callback in the list once no attempt of it is due any more: the merchant sees an attempt before the sandbox has its answer.
    func settled() async throws -> JSONValue {
        while true {
            let callback = try #require(try await list("callbacks").first)
            if callback["status"]?.string != "PENDING" { return callback }
        }
    }
}

extension SecretBytes {
    static var hashKey: SecretBytes { SecretBytes(utf8: SandboxFixture.hashKey) }
}
