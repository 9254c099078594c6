import Gateway

/// What the program's arguments ask for.
enum Invocation {
    /// Print a help text.
    case help(String)
    /// Print the version.
    case version
    /// Run a command.
    case run(any Command)

    /// Reads the words after the program's name.
    static func parse(_ words: [String], among commands: [any Command.Type] = Program.commands) throws(UsageError) -> Invocation {
        let syntaxes = commands.map { $0.syntax }
        guard let first = words.first else {
            throw UsageError("a command is missing")
        }
        if first == "--version" { return .version }
        if isHelp(first) { return .help(HelpText.overview(of: syntaxes)) }

        // `terminals read` before `terminals`.
        if let command = commands.filter({ words.starts(with: $0.syntax.words) }).max(by: { $0.syntax.words.count < $1.syntax.words.count }) {
            let rest = words.dropFirst(command.syntax.words.count)
            if rest.prefix(while: { $0 != "--" }).contains(where: isHelp) { return .help(HelpText.command(command.syntax)) }
            return .run(try command.init(ArgumentParser.parse(rest, by: command.syntax)))
        }
        return try group(words, of: syntaxes.filter { $0.words.count > 1 && $0.words.first == first }, all: syntaxes)
    }

    /// A first word that only begins commands, or that is none at all.
    private static func group(_ words: [String], of members: [CommandSyntax], all: [CommandSyntax]) throws(UsageError) -> Invocation {
        guard !members.isEmpty else {
            throw UsageError("'\(words[0])' is no command" + NearestName.hint(for: words[0], among: all.map { $0.words[0] }))
        }
        guard words.count > 1 else {
            throw UsageError("\(words[0]): a command is missing", command: [words[0]])
        }
        if isHelp(words[1]) { return .help(HelpText.group([words[0]], of: members)) }
        let hint = NearestName.hint(for: words[1], among: members.map { $0.words[1] })
        throw UsageError("\(words[0]): '\(words[1])' is no command\(hint)", command: [words[0]])
    }

    private static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }
}
