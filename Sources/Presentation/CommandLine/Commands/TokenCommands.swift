import Crypto
import Gateway
import Payments
import Secrets

/// `token encode`: the credential token of the merchant in the environment (specification, section 5).
struct TokenEncodeCommand: Command {
    static let syntax = CommandSyntax(
        ["token", "encode"], "prints the merchant's credential token",
        details: [
            "Made of GATEWAY_MERCHANT_ID, GATEWAY_SECRET_UNBOUND and GATEWAY_HASH_KEY. Whoever has the token can act as the merchant: it is what "
                + "'Authorization: Basic' takes."
        ])

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () throws(CommandFailure) in
            let token = try CommandFailure.explaining { () throws(ConfigurationFaults) in
                try ClientConfiguration.credentials(in: context.environment)
            }
            context.console.output(token.encoded.withUnsafeBytes { Array($0) } + [UInt8(ascii: "\n")])
            return .done
        }
    }
}

/// `token decode`: what a credential token holds, its secrets masked.
struct TokenDecodeCommand: Command {
    static let syntax = CommandSyntax(
        ["token", "decode"], "reads a credential token on standard input and shows its parts, secrets masked",
        details: ["A leading 'Basic ' is passed over, so that the value of an Authorization header can be given as it is."])

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(in context: CommandContext) async -> CommandStatus {
        await reporting(to: context.console) { () throws(CommandFailure) in
            let token = try Self.token(in: try InputFile.read("-"))
            context.console.text(
                TextTable.format(rows: [
                    ["merchantId", token.merchant.rawValue], ["secretUnbound", Self.masked(token.secretUnbound)],
                    ["hashKey", Self.masked(token.hashKey)],
                ]))
            return .done
        }
    }

    private static func token(in input: [UInt8]) throws(CommandFailure) -> CredentialToken {
        var text = input.drop { $0 <= 0x20 }
        while let last = text.last, last <= 0x20 { text.removeLast() }
        if text.starts(with: "Basic ".utf8) { text = text.dropFirst(6) }
        guard let decoded = text.withUnsafeBytes({ Base64.decodeSecret($0) }) else {
            throw CommandFailure("standard input is not base64")
        }
        do throws(CredentialTokenFault) {
            return try CredentialToken(decoded: decoded)
        } catch {
            switch error {
            case .missingPart: throw CommandFailure("the token has no three parts with colons between them")
            case .merchant: throw CommandFailure("the token's first part is no merchant id")
            case .emptyPart: throw CommandFailure("the token's secret or hash key is empty")
            }
        }
    }

    /// The length tells a key with a stray character from the right one.
    private static func masked(_ secret: SecretBytes) -> String { "******** (\(secret.count) bytes)" }
}

extension CredentialToken {
    /// In base64, as it travels.
    var encoded: SecretBytes { Base64.encode(decoded) }

    /// The `Authorization` header's value for a gateway.
    var authorization: SecretBytes {
        encoded.withUnsafeBytes { SecretBytes(Array("Basic ".utf8) + $0) }
    }
}
