import Gateway
import IFortePay
import Secrets

/// `callback sign`: signs a payload as iFortePay would.
struct CallbackSignCommand: Command {
    static let syntax = CommandSyntax(
        ["callback", "sign"], "signs a callback's data and prints the signed callback", operand: OperandSyntax("FILE"),
        details: [
            "The key is GATEWAY_HASH_KEY. The signature is HMAC-SHA256 over the bytes of \"data\" as they stand in the file; a signature that is there "
                + "already is replaced and nothing else changes. FILE may be - for standard input."
        ])

    private let file: String

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () throws(CommandFailure) in
            let key = try CommandFailure.explaining { () throws(ConfigurationFaults) in try ClientConfiguration.hashKey(in: context.environment) }
            context.console.output(try sign(try InputFile.read(file), with: key))
            return .done
        }
    }

    private func sign(_ body: [UInt8], with key: SecretBytes) throws(CommandFailure) -> [UInt8] {
        do throws(CallbackSigner.Fault) {
            return try CallbackSigner.sign(body, key: key)
        } catch {
            switch error {
            case .notJSON(let place): throw CommandFailure("\(file): \(place)")
            case .notAnObject: throw CommandFailure("\(file): the JSON is no object")
            case .duplicateName: throw CommandFailure("\(file): a name stands twice, so no receiver could verify it")
            case .noData: throw CommandFailure("\(file): there is no \"data\" to sign")
            }
        }
    }
}
