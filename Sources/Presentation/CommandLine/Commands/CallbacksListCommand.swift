import FoundationEssentials
import JSON
import Payments

/// `callbacks list`: the callbacks that a running gateway received, newest first.
struct CallbacksListCommand: Command {
    static let syntax = CommandSyntax(
        ["callbacks", "list"], "lists the callbacks that a running gateway received",
        options: [
            OptionSyntax("--status", value: "STATUS", "only those that are PENDING, DELIVERED or DEAD"),
            OptionSyntax("--transaction-id", value: "ID", "only those of this transaction of iFortePay's"),
            OptionSyntax("--limit", value: "COUNT", "how many, 1 to 100; default 50"),
            OptionSyntax("--cursor", value: "CURSOR", "the next page, as the page before ended with"),
            OptionSyntax("--json", "print the gateway's answer as it is"),
        ],
        details: [GatewayConnection.help])

    private let query: [URLQueryItem]
    private let printsJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        if arguments["--status"] != nil {
            _ = try Self.value(
                of: "--status", in: arguments, default: "", DeliveryStatus.allCases.map(\.rawValue).joined(separator: " or "),
                DeliveryStatus.init(rawValue:))
        }
        _ = try Self.value(of: "--limit", in: arguments, default: "50", "1 to 100") { Int($0).flatMap { PageLimit.range.contains($0) ? $0 : nil } }
        let names = [("--status", "status"), ("--transaction-id", "transactionId"), ("--limit", "limit"), ("--cursor", "cursor")]
        query = names.compactMap { option, name in arguments[option].map { URLQueryItem(name: name, value: $0) } }
        printsJSON = arguments.has("--json")
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            var path = URLComponents()
            path.path = "/v1/callbacks"
            if !query.isEmpty { path.queryItems = query }
            let answer = try await GatewayConnection.ask(in: context) { gateway async throws(CommandFailure) in
                try await gateway.ask(path.string ?? path.path)
            }
            if printsJSON {
                context.console.output(answer.body + [UInt8(ascii: "\n")])
            } else {
                context.console.text(Self.table(answer.json))
            }
            return .done
        }
    }

    private static func table(_ page: JSONValue?) -> String {
        let columns = ["id", "status", "event", "transactionId", "paymentId", "receivedAt", "nextAttemptAt"]
        let rows = (page?["callbacks"]?.elements ?? []).map { callback in columns.map { callback[$0]?.string ?? "-" } }
        guard !rows.isEmpty else { return "no callbacks\n" }
        let next = page?["nextCursor"]?.string.map { "more with --cursor \($0)\n" } ?? ""
        return TextTable.format(header: ["ID", "STATUS", "EVENT", "TRANSACTION", "PAYMENT", "RECEIVED", "NEXT ATTEMPT"], rows: rows) + next
    }
}
