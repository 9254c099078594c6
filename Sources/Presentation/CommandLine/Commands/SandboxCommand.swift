import Gateway
import Payments
import Reactor
import Sandbox

/// `sandbox`: the iFortePay imitation, in a process of its own.
struct SandboxCommand: Command {
    static let syntax = CommandSyntax(
        ["sandbox"], "runs an imitation of iFortePay to develop against",
        options: [
            OptionSyntax("--listen", value: "ADDRESS", "where to listen; default 127.0.0.1:8090, port 0 picks one"),
            OptionSyntax(
                "--payer", value: "auto|manual", "auto (default): an accepted payment is paid by itself; manual: only the page's buttons pay"),
            OptionSyntax("--callback-delay", value: "TIME", "how long after a payment that happens; default 1s"),
            OptionSyntax("--retry-schedule", value: "TIMES", "waits before a callback that was not answered 200 is sent again; default 5s,30s,5m"),
            OptionSyntax("--callback-ca", value: "FILE", "PEM file with the authorities to verify the callback address with; default the system's"),
            OptionSyntax("--page-url", value: "URL", "what links to the payer's page begin with; default the name by which the gateway called"),
        ],
        details: [
            "The merchant it knows is that of GATEWAY_MERCHANT_ID, GATEWAY_SECRET_UNBOUND and GATEWAY_HASH_KEY.",
            "The last three digits of an amount choose what happens: 051 declines; 400, 401, 500 are that HTTP status; 502 is 502 twice, then "
                + "accepted; 504 is never answered; 520 is accepted but cut before the answer; 900 sends the callback twice at once; 901 sends "
                + "payment.failed, then payment.success; 902 sends payment.expired; 903 signs wrongly; 904 sends no callback; all others are accepted.",
            "GET /sandbox/requests and GET /sandbox/callbacks list what it received and sent.",
        ])
    static var awaitsSignals: Bool { true }

    private let address: SocketAddress
    private let payer: SandboxPayer
    private let callbackDelay: Duration
    private let retrySchedule: RetrySchedule
    private let callbackAuthorities: String?
    private let pageURL: String?

    init(_ arguments: Arguments) throws(UsageError) {
        address = try Self.value(of: "--listen", in: arguments, default: "127.0.0.1:8090", "an address such as 127.0.0.1:8090") {
            try? SocketAddress(parsing: $0)
        }
        payer = try Self.value(of: "--payer", in: arguments, default: "auto", "auto or manual", SandboxPayer.init(rawValue:))
        callbackDelay = try Self.value(of: "--callback-delay", in: arguments, default: "1s", "a time such as 250ms or 1s", DurationText.parse)
        retrySchedule = try Self.value(of: "--retry-schedule", in: arguments, default: "5s,30s,5m", "times such as 5s,30s,5m") {
            try? RetrySchedule(parsing: $0)
        }
        callbackAuthorities = arguments["--callback-ca"]
        pageURL = try Self.url(of: "--page-url", in: arguments)
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            let token = try CommandFailure.explaining { () throws(ConfigurationFaults) in
                try ClientConfiguration.credentials(in: context.environment)
            }
            var configuration = SandboxConfiguration(
                address: address, merchant: token)
            configuration.payer = payer
            configuration.callbackDelay = callbackDelay
            configuration.retrySchedule = retrySchedule
            configuration.callbackAuthorities = callbackAuthorities
            configuration.pageURL = pageURL
            try await serve(configuration, in: context)
            return .done
        }
    }

    private func serve(_ configuration: SandboxConfiguration, in context: CommandContext) async throws(CommandFailure) {
        do {
            let signals = try ProcessSignals.stream(on: context.loop)
            let group = try EventLoopGroup(count: 1)
            let sandbox = try await SandboxService.start(configuration, group: group)
            context.console.line("sandbox is ready at http://\(sandbox.address)")
            await signals.untilEnd()
            await sandbox.shutdown()
            await group.shutdown()
        } catch {
            throw CommandFailure("the sandbox cannot run: \(error)")
        }
    }
}
