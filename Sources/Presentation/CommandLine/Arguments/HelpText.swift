/// The texts of `--help`, 100 columns wide at most.
enum HelpText {
    private static let program = "payment-gateway"
    private static let width = 100

    /// The program's own help: its commands and where its settings come from.
    static func overview(of commands: [CommandSyntax]) -> String {
        lines([
            "\(program): takes card payments through iFortePay and receives their callbacks.",
            "",
            "Usage: \(program) COMMAND [ARGUMENTS]",
            "",
            "Commands:",
            table(commands.map { (heading($0), $0.summary) }),
            "",
            "Options:",
            table([("--help", "this text; after a command, the command's"), ("--version", "the program's version")]),
            "",
            wrapped("Settings and secrets come from the environment (GATEWAY_…, GATEWAY_…_FILE) or a JSON file, never from arguments."),
            "Exit status: 0 done, 1 failed, 2 called wrongly.",
        ])
    }

    /// The help of a word that only begins commands, such as `callback`.
    static func group(_ words: [String], of commands: [CommandSyntax]) -> String {
        lines([
            "Usage: \(([program] + words).joined(separator: " ")) COMMAND [ARGUMENTS]",
            "",
            "Commands:",
            table(commands.map { (heading($0), $0.summary) }),
        ])
    }

    /// One command's help.
    static func command(_ syntax: CommandSyntax) -> String {
        var parts = ["Usage: \(program) \(signature(syntax))", "", wrapped(sentence(syntax.summary))]
        for paragraph in syntax.details {
            parts += ["", wrapped(paragraph)]
        }
        let options = syntax.options + [OptionSyntax("--help", "this text")]
        parts += ["", "Options:", table(options.map { ([$0.name, $0.value].compactMap(\.self).joined(separator: " "), $0.summary) })]
        return lines(parts)
    }

    /// The command's words and its operand.
    private static func heading(_ syntax: CommandSyntax) -> String {
        let operand = syntax.operand.map { $0.repeats ? "\($0.name)…" : $0.name }
        return (syntax.words + [operand].compactMap(\.self)).joined(separator: " ")
    }

    /// The usage line without the program's name.
    private static func signature(_ syntax: CommandSyntax) -> String {
        let options = syntax.options.map { option in
            let text = [option.name, option.value].compactMap(\.self).joined(separator: " ")
            return option.isRequired ? text : "[\(text)]"
        }
        return ([heading(syntax)] + options).joined(separator: " ")
    }

    private static func lines(_ parts: [String]) -> String {
        parts.joined(separator: "\n") + "\n"
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    /// Two columns; a long first one has the second on its own line.
    private static func table(_ rows: [(String, String)]) -> String {
        let column = 30
        return rows.map { name, summary in
            let room = column - 2 - name.count
            let indented = wrapped(summary, indent: column)
            return room > 1 ? "  \(name)" + indented.dropFirst(2 + name.count) : "  \(name)\n\(indented)"
        }.joined(separator: "\n")
    }

    /// Breaks a text at its spaces.
    private static func wrapped(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        lines.append(margin + line)
        return lines.joined(separator: "\n")
    }
}
