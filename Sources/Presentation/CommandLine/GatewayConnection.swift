import Gateway
import HTTPClient
import Payments

/// The running gateway that the client commands speak to.
enum GatewayConnection {
    /// For the commands' help.
    static let help =
        "The gateway is that of GATEWAY_URL, called as the merchant of GATEWAY_MERCHANT_ID, GATEWAY_SECRET_UNBOUND and GATEWAY_HASH_KEY."

    /// Lends the gateway's API to `work`.
    static func ask<Value: Sendable>(
        in context: CommandContext, _ work: (GatewayAPI) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let (url, token) = try CommandFailure.explaining { () throws(ConfigurationFaults) in
            (try ClientConfiguration.url(in: context.environment), try ClientConfiguration.credentials(in: context.environment))
        }
        // Where the merchant's backend calls its gateway without TLS, its operator does too; the gateway warns of such a listener.
        let client = HTTPClient(
            loop: context.loop, configuration: HTTPClient.Configuration(plainHTTP: .anywhere, userAgent: "payment-gateway/\(Version.current)"))
        let outcome: Result<Value, CommandFailure>
        do throws(CommandFailure) {
            outcome = .success(try await work(GatewayAPI(client: client, url: url, authorization: token.authorization)))
        } catch {
            outcome = .failure(error)
        }
        await client.shutdown()
        return try outcome.get()
    }
}

extension GatewayAPI {
    /// Gets what must be there; another answer than 200 is a failure with the gateway's own words.
    func ask(_ path: String) async throws(CommandFailure) -> Answer {
        let answer = try await CommandFailure.explaining(url) { () async throws(HTTPClientError) in try await get(path) }
        guard answer.status == 200 else { throw CommandFailure("\(url) answered \(answer.explanation)") }
        return answer
    }
}
