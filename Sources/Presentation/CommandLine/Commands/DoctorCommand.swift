import FoundationEssentials
import Gateway
import Payments

/// `doctor`: what a deployment with these settings needs, and what of it is missing.
struct DoctorCommand: Command {
    static let syntax = CommandSyntax(
        ["doctor"], "examines what a deployment needs and says what is missing",
        options: [
            OptionSyntax("--config", value: "FILE", "the JSON file with settings; the environment wins over it"),
            OptionSyntax("--terminals", "card terminals are needed: without a reader that works, something is missing"),
        ],
        details: [
            "Looks at the ledger, the listener with its certificate, iFortePay, the merchant stores, the clock, and the card terminals. Nothing is "
                + "changed, charged or delivered: servers are asked for headers only. Exit status 1 when something is missing."
        ])

    private let configFile: String?
    private let needsTerminals: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        configFile = arguments["--config"]
        needsTerminals = arguments.has("--terminals")
    }

    func run(in context: CommandContext) async -> CommandStatus {
        let report = GatewayConfiguration.read(environment: context.environment, configFile: configFile)
        var findings = report.faults.map { Finding.missing("settings", "\($0)") }
        if let configuration = report.configuration {
            findings.append(.ok("settings", "usable; 'payment-gateway config' shows them"))
            findings += LedgerExamination.findings(configuration.database)
            findings += ListenerExamination.findings(configuration, at: WallClock.now)
            findings += await PeerExamination(loop: context.loop, now: { WallClock.now }).findings(configuration)
        }
        findings += await TerminalExamination.findings(areNeeded: needsTerminals)
        context.console.text(TextTable.format(rows: findings.map { [$0.verdict.rawValue, $0.subject, $0.text] }))
        return findings.contains { $0.verdict == .missing } ? .failed : .done
    }
}
