/// An option of a command.
struct OptionSyntax: Hashable, Sendable {
    /// With its dashes, for instance `--listen`.
    let name: String
    /// What its value is called in the help; nil for a flag, which has none.
    let value: String?
    /// Whether the command cannot do without it.
    let isRequired: Bool
    /// One line for the help.
    let summary: String

    init(_ name: String, value: String? = nil, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.summary = summary
    }
}

/// What stands after a command's name beside options.
struct OperandSyntax: Hashable, Sendable {
    /// In the help's capitals, for instance `FILE`.
    let name: String
    /// Whether more than one may be given.
    let repeats: Bool
    /// The flag that asks for something which needs no operand; nil when there is none.
    let waivingFlag: String?

    init(_ name: String, repeats: Bool = false, waivedBy waivingFlag: String? = nil) {
        self.name = name
        self.repeats = repeats
        self.waivingFlag = waivingFlag
    }
}

/// How a command is called: what the parser accepts and what the help says, from one value.
struct CommandSyntax: Hashable, Sendable {
    /// The words that name the command, for instance `callback`, `sign`.
    let words: [String]
    /// One line for the list of commands.
    let summary: String
    /// The one operand that it needs, if any.
    let operand: OperandSyntax?
    let options: [OptionSyntax]
    /// Paragraphs for its own help: what a user has to know and the usage line does not say.
    let details: [String]

    init(_ words: [String], _ summary: String, operand: OperandSyntax? = nil, options: [OptionSyntax] = [], details: [String] = []) {
        self.words = words
        self.summary = summary
        self.operand = operand
        self.options = options
        self.details = details
    }
}
