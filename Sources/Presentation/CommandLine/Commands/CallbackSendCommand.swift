import HTTPClient
import Secrets

/// `callback send`: posts a saved callback, as iFortePay would.
struct CallbackSendCommand: Command {
    static let syntax = CommandSyntax(
        ["callback", "send"], "posts a callback to a URL", operand: OperandSyntax("FILE"),
        options: [OptionSyntax("--to", value: "URL", isRequired: true, "where to, for instance http://127.0.0.1:8080/callback")],
        details: [
            "Sends the file's bytes to the letter, so 'callback sign FILE' has to come first; FILE may be - for standard input. Prints the answer's "
                + "status and body; exit status 0 when it was 200."
        ])

    private let file: String
    private let url: String

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
        url = try Self.value(of: "--to", in: arguments, default: "", "an http or https URL") { url in
            ["http://", "https://"].contains { url.hasPrefix($0) && url.count > $0.count } ? url : nil
        }
    }

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () async throws(CommandFailure) in
            let body = try InputFile.read(file)
            let client = HTTPClient(
                loop: context.loop, configuration: HTTPClient.Configuration(plainHTTP: .anywhere, userAgent: "payment-gateway/\(Version.current)"))
            let request = OutboundRequest(
                .post, url, headers: [OutboundHeader("Content-Type", "application/json")], body: SecretBytes(body), timeLimit: .seconds(30),
                mayBeSentTwice: false)
            let response = try await CommandFailure.explaining(url) { () async throws(HTTPClientError) in try await client.send(request) }
            await client.shutdown()
            context.console.line("HTTP \(response.status)")
            context.console.output(response.body + (response.body.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]))
            return response.status == 200 ? .done : .failed
        }
    }
}
