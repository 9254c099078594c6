import Gateway

/// Reads a command's arguments by its syntax. Pure: it looks at nothing but the words it is given.
struct ArgumentParser {
    let syntax: CommandSyntax
    private var operands: [String] = []
    private var options: [String: String] = [:]

    /// The arguments, or why they are none of this command's.
    static func parse(_ words: some Sequence<String>, by syntax: CommandSyntax) throws(UsageError) -> Arguments {
        var parser = ArgumentParser(syntax: syntax)
        try parser.read(words)
        return Arguments(operands: parser.operands, options: parser.options)
    }

    private init(syntax: CommandSyntax) {
        self.syntax = syntax
    }

    private mutating func read(_ words: some Sequence<String>) throws(UsageError) {
        var iterator = words.makeIterator()
        var optionsEnded = false
        while let word = iterator.next() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                try take(operand: word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(option: word) { iterator.next() }
            }
        }
        if let operand = syntax.operand, operands.isEmpty, operand.waivingFlag.flatMap({ options[$0] }) == nil {
            throw refusal("\(operand.name) is missing")
        }
        for option in syntax.options where option.isRequired && options[option.name] == nil {
            throw refusal("\(option.name) is missing")
        }
    }

    private mutating func take(operand: String) throws(UsageError) {
        guard let syntax = syntax.operand else {
            throw refusal("takes no argument beside its options")
        }
        guard syntax.repeats || operands.isEmpty else {
            throw refusal("takes only one \(syntax.name)")
        }
        operands.append(operand)
    }

    private mutating func take(option word: String, nextWord: () -> String?) throws(UsageError) {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0])
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            throw refusal(unknownOption(name))
        }
        guard options[name] == nil else {
            throw refusal("\(name) is given twice")
        }
        guard let placeholder = option.value else {
            guard halves.count == 1 else { throw refusal("\(name) takes no value") }
            options[name] = ""
            return
        }
        guard let value = halves.count == 2 ? String(halves[1]) : nextWord(), !value.isEmpty else {
            throw refusal("\(name) needs a value: \(name) \(placeholder)")
        }
        options[name] = value
    }

    /// Someone who tries to hand over a secret hears where secrets belong: an argument is seen by every user of the machine.
    private func unknownOption(_ name: String) -> String {
        let secretWords = ["key", "secret", "token", "password", "card", "cvv"]
        if secretWords.contains(where: name.lowercased().contains) {
            return "\(name) is no option: secrets come from the environment or from files, never from arguments"
        }
        return "\(name) is no option" + NearestName.hint(for: name, among: syntax.options.map(\.name) + ["--help"])
    }

    private func refusal(_ message: String) -> UsageError {
        UsageError("\(syntax.words.joined(separator: " ")): \(message)", command: syntax.words)
    }
}
