import Gateway

/// `serve`: runs the gateway.
struct ServeCommand: Command {
    static let syntax = CommandSyntax(
        ["serve"], "runs the gateway",
        options: [OptionSyntax("--config", value: "FILE", "the JSON file with settings; the environment wins over it")],
        details: [
            "Prints one line with its address when it is ready. SIGTERM and SIGINT end it gracefully, SIGHUP makes it read its certificates again.",
            "'payment-gateway config' shows the settings and where each comes from.",
        ])
    static var awaitsSignals: Bool { true }

    private let configFile: String?

    init(_ arguments: Arguments) throws(UsageError) {
        configFile = arguments["--config"]
    }

    func run(in context: CommandContext) async -> CommandStatus {
        let report = GatewayConfiguration.read(environment: context.environment, configFile: configFile)
        guard let configuration = report.configuration else {
            for fault in report.faults { context.console.complaint("\(fault)") }
            return .failed
        }
        do {
            let signals = try ProcessSignals.stream(on: context.loop)
            let gateway = try await GatewayService.start(configuration)
            context.console.line("payment-gateway is ready at \(gateway.url)")
            await signals.untilEnd { gateway.reloadCertificates() }
            await gateway.shutdown()
            return .done
        } catch {
            context.console.complaint("the gateway cannot run: \(error)")
            return .failed
        }
    }
}
