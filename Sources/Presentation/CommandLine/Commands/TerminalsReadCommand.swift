import Payments
import Terminals

/// `terminals read`: one tap, to try a reader.
struct TerminalsReadCommand: Command {
    static let syntax = CommandSyntax(
        ["terminals", "read"], "reads one card at a terminal of this machine and shows the masked result",
        operand: OperandSyntax("ID"),
        options: [OptionSyntax("--timeout", value: "TIME", "how long to wait for a card; default 30s")],
        details: [
            "The card's number is not shown and not kept. A gateway that waits for a card at the same terminal holds it: exit status 1 then."
        ])

    private static let limits: ClosedRange<Duration> = .seconds(1) ... .seconds(600)

    private let terminal: TerminalID
    private let limit: Duration

    init(_ arguments: Arguments) throws(UsageError) {
        terminal = TerminalID(arguments.operands[0])
        limit = try Self.value(of: "--timeout", in: arguments, default: "30s", "a time from 1s to 10m") {
            DurationText.parse($0).flatMap { Self.limits.contains($0) ? $0 : nil }
        }
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            let driver = PCSCDriver()
            let result = await tap(driver, context.console)
            await driver.close()
            let card = try result.get()
            context.console.text(Self.table(CardReadSummary(card)))
            card.wipe()
            return .done
        }
    }

    private func tap(_ driver: PCSCDriver, _ console: Console) async -> Result<TerminalCard, CommandFailure> {
        let listing = await driver.listing()
        guard listing.terminals.contains(where: { $0.id == terminal }) else {
            let reason = listing.problem ?? "'payment-gateway terminals' lists those that are"
            return .failure(CommandFailure("no terminal \(terminal) is attached: \(reason)"))
        }
        console.complaint("hold a card to \(terminal)")
        switch await driver.tap(at: terminal, within: limit, onCard: {}) {
        case .card(let card): return .success(card)
        case .failed(let fault), .timedOut(let fault): return .failure(CommandFailure("\(fault.code.rawValue): \(fault.message)"))
        case .busy: return .failure(CommandFailure("\(terminal) is being read"))
        case .noSuchTerminal: return .failure(CommandFailure("\(terminal) is not attached any more"))
        case .cancelled: return .failure(CommandFailure("cancelled"))
        }
    }

    private static func table(_ card: CardReadSummary) -> String {
        let expiry = card.expiryMonth.flatMap { month in card.expiryYear.map { "\(month < 10 ? "0" : "")\(month)/\($0)" } }
        return TextTable.format(rows: [
            ["network", card.network.rawValue],
            ["number", "\(card.first6)******\(card.last4)"],
            ["expiry", expiry ?? "-"],
            ["name", card.holderName ?? "-"],
            ["application", [card.applicationIdentifier, card.applicationLabel].compactMap(\.self).joined(separator: " ")],
        ])
    }
}
