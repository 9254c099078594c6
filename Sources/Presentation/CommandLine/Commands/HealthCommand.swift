import FoundationEssentials
import Gateway
import HTTPClient
import JSON
import Reactor

/// `health`: whether the gateway on this machine, or the service at an address, is ready; for container health checks.
struct HealthCommand: Command {
    static let syntax = CommandSyntax(
        ["health"], "asks the gateway on this machine whether it is ready",
        options: [
            OptionSyntax("--config", value: "FILE", "the JSON file that the gateway was started with"),
            OptionSyntax("--url", value: "URL", "asks the service at this address instead, for instance a sandbox; no settings are needed"),
        ],
        details: [
            "The gateway is the one that the same settings would start: GATEWAY_LISTEN says where, GATEWAY_TLS_CERTIFICATE that it speaks TLS. Its "
                + "certificate is not verified: it names the public host, and nothing secret is sent. Exit status 0 when it is ready."
        ])

    /// Shorter than the interval of any health check.
    private static let timeLimit: Duration = .seconds(5)

    private let configFile: String?
    private let url: String?

    init(_ arguments: Arguments) throws(UsageError) {
        configFile = arguments["--config"]
        url = try Self.url(of: "--url", in: arguments)
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            let url = try readinessURL(context.environment)
            let client = HTTPClient(
                loop: context.loop, configuration: HTTPClient.Configuration(plainHTTP: .anywhere, verifiesCertificates: false))
            let response = try await CommandFailure.explaining(url) { () async throws(HTTPClientError) in
                try await client.send(OutboundRequest(.get, url, timeLimit: Self.timeLimit, mayBeSentTwice: true))
            }
            await client.shutdown()
            guard response.status == 200 else {
                let root = try? JSONDocument(parsing: response.body).root
                let detail = (root?["detail"] ?? root?["title"])?.string.map { ": \($0)" } ?? ""
                throw CommandFailure("not ready: \(url) answered HTTP \(response.status)\(detail)")
            }
            context.console.line("ready")
            return .done
        }
    }

    private func readinessURL(_ environment: [String: String]) throws(CommandFailure) -> String {
        if let url { return url + "/readyz" }
        let configuration = try CommandFailure.explaining { () throws(ConfigurationFaults) in
            try GatewayConfiguration.read(environment: environment, configFile: configFile, cores: 1).usable()
        }
        let listen = configuration.listen
        guard listen.port != 0 else {
            throw CommandFailure("GATEWAY_LISTEN has port 0: only whoever started the gateway knows where it listens")
        }
        // A wildcard is no address to go to; the gateway hears its own machine's loopback among all the others.
        let isIPv6 = listen.description.hasPrefix("[")
        let address = listen.isWildcard ? "\(isIPv6 ? "[::1]" : "127.0.0.1"):\(listen.port)" : listen.description
        return "\(configuration.tls == nil ? "http" : "https")://\(address)/readyz"
    }
}
