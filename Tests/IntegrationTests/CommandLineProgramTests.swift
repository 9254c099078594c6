import Testing

@testable import CommandLineTool

@Suite("The program as a user runs it", .timeLimit(.minutes(2)))
struct CommandLineProgramTests {
    @Test("A wrong call exits with 2 and says on standard error what is wrong")
    func usage() async throws {
        let cases: [([String], String)] = [
            ([], "a command is missing"), (["srve"], "did you mean"), (["serve", "--confg=x"], "did you mean --config?"),
            (["callback", "send", "file"], "--to is missing"), (["sandbox", "--payer", "nobody"], "--payer must be auto or manual"),
            (["sandbox", "--callback-delay", "soon"], "--callback-delay must be"),
            (["sandbox", "--retry-schedule", "5s,,"], "--retry-schedule must be"),
            (["sandbox", "--listen", "somewhere"], "--listen must be"), (["callbacks", "list", "--status", "GONE"], "--status must be"),
            (["token", "decode", "dG9rZW4="], "takes no argument"),
        ]
        for (arguments, message) in cases {
            let outcome = try await run(arguments)
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(!outcome.errors.contains("dG9rZW4="))
        }
    }

    @Test("--help and --version exit with 0 and speak on standard output")
    func help() async throws {
        #expect(try await run(["--version"]).output == "payment-gateway \(Version.current)\n")
        let overview = try await run(["--help"])
        #expect(overview.status == 0)
        for command in Program.commands {
            let words = command.syntax.words
            #expect(overview.output.contains("  \(words.joined(separator: " "))"))
            let help = try await run(words + ["--help"])
            #expect(help.status == 0)
            #expect(help.output.hasPrefix("Usage: payment-gateway \(words.joined(separator: " "))"))
        }
    }

    @Test("A token is base64 of the three parts; decoding shows the merchant and masks the rest")
    func tokens() async throws {
        // printf 'MCP2024000001:0x00112233445566778899:h4shK3y/with+b64=' | base64 -w0
        let token = "TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5Omg0c2hLM3kvd2l0aCtiNjQ9"
        let encoded = try await CommandLineProgram.run("token", "encode")
        #expect(encoded.status == 0)
        #expect(encoded.output == token + "\n")
        for input in [token, token + "\n", "Basic \(token)\n"] {
            let decoded = try await CommandLineProgram.run("token", "decode", environment: [:], input: input)
            #expect(decoded.status == 0)
            #expect(decoded.output.contains("MCP2024000001"))
            for secret in ["0x0011", "h4shK3y", "b64="] { #expect(!decoded.output.contains(secret)) }
        }
    }

    @Test(
        "What is no token exits with 1",
        arguments: [
            ("not base64!", "not base64"), ("", "no three parts"),
            // merchant:secret, as iFortePay itself is called
            ("TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5", "no three parts"),
            // printf 'a b:c:d' and 'a::d'
            ("YSBiOmM6ZA==", "no merchant id"), ("YTo6ZA==", "is empty"),
        ])
    func wrongTokens(input: String, message: String) async throws {
        let outcome = try await CommandLineProgram.run("token", "decode", input: input)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(message))
    }

    @Test("Secrets come from files too, and what is missing is named")
    func secretsFromFiles() async throws {
        let folder = try TestFolder()
        var environment = CommandLineProgram.credentials
        environment["GATEWAY_HASH_KEY"] = nil
        let missing = try await CommandLineProgram.run("token", "encode", environment: environment)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("GATEWAY_HASH_KEY"))
        environment["GATEWAY_HASH_KEY_FILE"] = try folder.write("h4shK3y/with+b64=\n", to: "key")
        let found = try await CommandLineProgram.run("token", "encode", environment: environment)
        #expect(found.output == (try await CommandLineProgram.run("token", "encode")).output)
    }

    @Test("config shows what holds with secrets masked, and every fault at once")
    func config() async throws {
        let usable = try await CommandLineProgram.run("config")
        #expect(usable.status == 0)
        #expect(usable.output.contains("MCP2024000001"))
        for secret in ["0x00112233445566778899", "h4shK3y"] { #expect(!usable.output.contains(secret)) }
        let faulty = try await CommandLineProgram.run(
            "config", environment: ["GATEWAY_LISTN": "x", "GATEWAY_LOOPS": "many", "GATEWAY_MERCHANT_ID": "a b"])
        #expect(faulty.status == 1)
        for name in ["GATEWAY_LISTN", "GATEWAY_LISTEN", "GATEWAY_LOOPS", "GATEWAY_MERCHANT_ID", "GATEWAY_SECRET_UNBOUND", "GATEWAY_HASH_KEY"] {
            #expect(faulty.errors.contains(name))
        }
    }

    @Test("The client commands say that nobody answers")
    func nobodyThere() async throws {
        var environment = CommandLineProgram.credentials
        // Nothing listens on the discard port.
        environment["GATEWAY_URL"] = "http://127.0.0.1:9"
        environment["GATEWAY_LISTEN"] = "127.0.0.1:9"
        for arguments in [["callbacks", "list"], ["callbacks", "show", "cb_1"], ["callbacks", "redeliver", "cb_1"], ["health"]] {
            let outcome = try await run(arguments, environment: environment)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("no answer from http://127.0.0.1:9"))
        }
        environment["GATEWAY_URL"] = nil
        let outcome = try await run(["callbacks", "list"], environment: environment)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("GATEWAY_URL"))
    }

    private func run(
        _ arguments: [String], environment: [String: String] = CommandLineProgram.credentials
    ) async throws -> CommandLineProgram.Outcome {
        try await CommandLineProgram.run(arguments: arguments, environment: environment)
    }
}
