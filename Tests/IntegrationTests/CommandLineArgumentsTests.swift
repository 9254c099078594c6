import Testing

@testable import CommandLineTool

/// A command that keeps what it was given.
private struct Echo: Command {
    static let syntax = CommandSyntax(
        ["copy", "file"], "copies a file", operand: OperandSyntax("FILE"),
        options: [OptionSyntax("--to", value: "URL", isRequired: true, "where to"), OptionSyntax("--once", "not twice")])
    let arguments: Arguments

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
    }

    func run(in context: CommandContext) async -> CommandStatus { .done }
}

/// A command without anything.
private struct Plain: Command {
    static let syntax = CommandSyntax(["serve"], "serves")

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(in context: CommandContext) async -> CommandStatus { .done }
}

private struct PlainMore: Command {
    static let syntax = CommandSyntax(["serve", "more"], "serves more")

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(in context: CommandContext) async -> CommandStatus { .done }
}

@Suite("Reading the program's arguments")
struct CommandLineArgumentsTests {
    private func parse(_ words: String...) throws(UsageError) -> Invocation {
        try Invocation.parse(words, among: [Echo.self, Plain.self])
    }

    private func echoed(_ words: String...) throws -> Arguments {
        guard case .run(let command as Echo) = try Invocation.parse(["copy", "file"] + words, among: [Echo.self, Plain.self]) else {
            throw UsageError("another command")
        }
        return command.arguments
    }

    @Test("Options stand before or after the operand, their values behind a space or an equals sign")
    func options() throws {
        let expected = Arguments(operands: ["f.json"], options: ["--to": "http://h/?a=b", "--once": ""])
        #expect(try echoed("f.json", "--to", "http://h/?a=b", "--once") == expected)
        #expect(try echoed("--once", "--to=http://h/?a=b", "f.json") == expected)
        #expect(try echoed("--to=x", "--", "--once") == Arguments(operands: ["--once"], options: ["--to": "x"]))
        #expect(try echoed("--to=x", "-") == Arguments(operands: ["-"], options: ["--to": "x"]))
    }

    @Test("Of two commands that begin alike the longer one is meant, wherever it stands in the list")
    func longest() throws {
        for commands: [any Command.Type] in [[Plain.self, PlainMore.self], [PlainMore.self, Plain.self]] {
            guard case .run(let command) = try Invocation.parse(["serve", "more"], among: commands) else {
                Issue.record("no command")
                return
            }
            #expect(command is PlainMore)
            guard case .run(let shorter) = try Invocation.parse(["serve"], among: commands) else {
                Issue.record("no command")
                return
            }
            #expect(shorter is Plain)
        }
    }

    @Test("A wrong call says what is wrong")
    func refusals() {
        let cases: [(words: [String], command: [String], message: String)] = [
            ([], [], "a command is missing"),
            (["serv"], [], "'serv' is no command (did you mean serve?)"),
            (["frobnicate"], [], "'frobnicate' is no command (did you mean copy?)"),
            (["copy"], ["copy"], "copy: a command is missing"),
            (["copy", "fiel"], ["copy"], "copy: 'fiel' is no command (did you mean file?)"),
            (["copy", "file", "--to=x"], ["copy", "file"], "copy file: FILE is missing"),
            (["copy", "file", "f"], ["copy", "file"], "copy file: --to is missing"),
            (["copy", "file", "f", "g", "--to=x"], ["copy", "file"], "copy file: takes only one FILE"),
            (["copy", "file", "f", "--to"], ["copy", "file"], "copy file: --to needs a value: --to URL"),
            (["copy", "file", "f", "--to="], ["copy", "file"], "copy file: --to needs a value: --to URL"),
            (["copy", "file", "f", "--to=x", "--to=y"], ["copy", "file"], "copy file: --to is given twice"),
            (["copy", "file", "f", "--to=x", "--once=yes"], ["copy", "file"], "copy file: --once takes no value"),
            (["copy", "file", "f", "--onse"], ["copy", "file"], "copy file: --onse is no option (did you mean --once?)"),
            (["copy", "file", "f", "--verbose"], ["copy", "file"], "copy file: --verbose is no option (did you mean --to?)"),
            (["serve", "now"], ["serve"], "serve: takes no argument beside its options"),
        ]
        for (words, command, message) in cases {
            #expect(throws: UsageError(message, command: command)) {
                _ = try Invocation.parse(words, among: [Echo.self, Plain.self])
            }
        }
    }

    @Test("A secret given as an option is neither taken nor repeated")
    func secrets() {
        #expect {
            _ = try parse("serve", "--hash-key=h4shK3y")
        } throws: { error in
            guard let error = error as? UsageError else { return false }
            return error.message.contains("never from arguments") && !error.message.contains("h4shK3y")
        }
        #expect {
            _ = try parse("serve", "h4shK3y")
        } throws: { error in
            (error as? UsageError)?.message.contains("h4shK3y") == false
        }
    }

    @Test("--help is heard at every level")
    func help() throws {
        for words in [
            ["--help"], ["-h"], ["copy", "--help"], ["copy", "file", "--help"], ["copy", "file", "x", "--once", "-h"], ["serve", "--help"],
        ] {
            guard case .help(let text) = try Invocation.parse(words, among: [Echo.self, Plain.self]) else {
                Issue.record("no help for \(words)")
                continue
            }
            #expect(text.hasPrefix("Usage: payment-gateway") || text.hasPrefix("payment-gateway: "))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        }
        guard case .run = try parse("copy", "file", "--to=x", "--", "--help") else {
            Issue.record("after -- it is an operand")
            return
        }
    }

    @Test("Every command's help names its operand and its options")
    func everyHelp() {
        for command in Program.commands {
            let text = HelpText.command(command.syntax)
            #expect(command.syntax.options.allSatisfy { text.contains($0.name) })
            #expect(text.contains(command.syntax.operand?.name ?? "Usage:"))
        }
    }
}
