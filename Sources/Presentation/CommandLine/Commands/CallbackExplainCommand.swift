import Gateway
import IFortePay

/// `callback explain`: why a saved callback is refused.
struct CallbackExplainCommand: Command {
    static let syntax = CommandSyntax(
        ["callback", "explain"], "says why a saved callback is refused", operand: OperandSyntax("FILE"),
        options: [OptionSyntax("--header", value: "VALUE", "the mcp-signature header that it came with")],
        details: [
            "Tries the keys of GATEWAY_HASH_KEY and GATEWAY_CALLBACK_KEYS, and what signers are known to do wrong: another key, a key with a newline, "
                + "a signature over JSON that was written anew, another encoding, a signature in the header, a body that was cut. It prints no key "
                + "and no right signature. FILE must hold the body to the byte; it may be - for standard input.",
            "Exit status 0 when the signature is right, 1 when it is not.",
        ])

    private let file: String
    private let header: String?

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
        header = arguments["--header"]
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () throws(CommandFailure) in
            let (keys, secret) = try CommandFailure.explaining { () throws(ConfigurationFaults) in
                (
                    try ClientConfiguration.callbackKeys(in: context.environment),
                    try ClientConfiguration.secretUnbound(in: context.environment)
                )
            }
            let named = keys.enumerated().map { index, key in
                CallbackExplainer.NamedKey(name: index == 0 ? "GATEWAY_HASH_KEY" : "key \(index) of GATEWAY_CALLBACK_KEYS", key: key)
            }
            let others = secret.map { [CallbackExplainer.NamedKey(name: "GATEWAY_SECRET_UNBOUND", key: $0)] } ?? []
            let explanation = CallbackExplainer(keys: named, otherKeys: others).explain(try InputFile.read(file), headerSignature: header)
            context.console.line(explanation.sentence)
            guard case .genuine = explanation else { return .failed }
            return .done
        }
    }
}
