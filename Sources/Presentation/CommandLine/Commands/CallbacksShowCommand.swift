import JSON

/// `callbacks show`: one callback with its attempts.
struct CallbacksShowCommand: Command {
    static let syntax = CommandSyntax(
        ["callbacks", "show"], "shows one callback with the attempts to deliver it", operand: OperandSyntax("ID"),
        options: [OptionSyntax("--json", "print the gateway's answer as it is")], details: [GatewayConnection.help])

    private let id: PathSegment
    private let printsJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        id = PathSegment(arguments.operands[0])
        printsJSON = arguments.has("--json")
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            let answer = try await GatewayConnection.ask(in: context) { gateway async throws(CommandFailure) in
                try await gateway.ask("/v1/callbacks/\(id)")
            }
            if printsJSON {
                context.console.output(answer.body + [UInt8(ascii: "\n")])
            } else {
                context.console.text(Self.text(answer.json?["callback"]))
            }
            return .done
        }
    }

    private static func text(_ callback: JSONValue?) -> String {
        let members = (callback?.members ?? []).filter { $0.value.kind != .array && $0.value.kind != .object }
        let facts = TextTable.format(rows: members.map { [$0.name.string ?? "", shown($0.value)] })
        let columns = ["number", "at", "httpStatus", "durationMs", "error"]
        let attempts = (callback?["attempts"]?.elements ?? []).map { attempt in columns.map { shown(attempt[$0]) } }
        guard !attempts.isEmpty else { return facts + "\nno attempts yet\n" }
        return facts + "\n" + TextTable.format(header: ["ATTEMPT", "AT", "HTTP", "MS", "ERROR"], rows: attempts)
    }

    private static func shown(_ value: JSONValue?) -> String {
        value?.string ?? value?.numberText ?? value?.bool.map(String.init) ?? "-"
    }
}
