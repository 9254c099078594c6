/// What a command was given, checked against its syntax.
struct Arguments: Hashable, Sendable {
    /// The operands in their order; at least one where the syntax has one, unless the flag that waives it was given.
    let operands: [String]
    /// The values of the options given, by their names with dashes; a flag's value is empty.
    private let options: [String: String]

    init(operands: [String] = [], options: [String: String] = [:]) {
        self.operands = operands
        self.options = options
    }

    /// Whether the flag was given.
    func has(_ flag: String) -> Bool { options[flag] != nil }

    /// The option's value, nil when it was not given.
    subscript(option: String) -> String? { options[option] }
}
