import Payments
import Terminals

/// `terminals`: the card terminals of this machine.
struct TerminalsCommand: Command {
    static let syntax = CommandSyntax(
        ["terminals"], "lists the card terminals of this machine",
        details: [
            "They are the readers that this machine's PC/SC service (pcscd) knows; a gateway need not run. Where none is found, "
                + "'payment-gateway doctor --terminals' says which piece is missing."
        ])

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(in context: CommandContext) async -> CommandStatus {
        let driver = PCSCDriver()
        let listing = await driver.listing()
        await driver.close()
        if let problem = listing.problem { context.console.complaint(problem) }
        let rows = listing.terminals.map { [$0.id.rawValue, $0.status.rawValue, $0.name] }
        context.console.text(rows.isEmpty ? "no terminals\n" : TextTable.format(header: ["ID", "STATUS", "NAME"], rows: rows))
        return .done
    }
}
