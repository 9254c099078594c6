import HTTPClient

/// `callbacks redeliver`: has callbacks sent to the merchant store again, now.
struct CallbacksRedeliverCommand: Command {
    static let syntax = CommandSyntax(
        ["callbacks", "redeliver"], "has callbacks sent to the merchant store again, now", operand: OperandSyntax("ID", repeats: true),
        details: ["Exit status 0 when the merchant store took every one of them.", GatewayConnection.help])

    private let ids: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        ids = arguments.operands
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            try await GatewayConnection.ask(in: context) { gateway async throws(CommandFailure) in
                var status = CommandStatus.done
                for id in ids {
                    let answer = try await CommandFailure.explaining(gateway.url) { () async throws(HTTPClientError) in
                        try await gateway.post("/v1/callbacks/\(PathSegment(id))/redeliver")
                    }
                    if answer.status == 200 {
                        context.console.line("\(id): delivered")
                    } else {
                        context.console.complaint("\(id): \(answer.explanation)")
                        status = .failed
                    }
                }
                return status
            }
        }
    }
}
