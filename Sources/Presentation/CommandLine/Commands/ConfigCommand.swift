import Gateway

/// `config`: what the gateway would be started with.
struct ConfigCommand: Command {
    static let syntax = CommandSyntax(
        ["config"], "shows the effective settings, secrets masked; exit status 1 when they are not usable",
        options: [OptionSyntax("--config", value: "FILE", "the JSON file with settings; the environment wins over it")],
        details: ["The settings go to standard output, every fault and every warning at once to standard error. Nothing is started."])

    private let configFile: String?

    init(_ arguments: Arguments) throws(UsageError) {
        configFile = arguments["--config"]
    }

    func run(in context: CommandContext) async -> CommandStatus {
        let report = GatewayConfiguration.read(environment: context.environment, configFile: configFile)
        context.console.text(report.text)
        for fault in report.faults { context.console.complaint("\(fault)") }
        for warning in report.configuration?.warnings ?? [] { context.console.complaint("warning: \(warning)") }
        return report.faults.isEmpty ? .done : .failed
    }
}
