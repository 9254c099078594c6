extension Command {
    /// An option's value in its own type, or its default's; what the type does not accept is a wrong call.
    static func value<Value>(
        of option: String, in arguments: Arguments, default standard: String, _ rule: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let value = parse(arguments[option] ?? standard) else {
            throw UsageError("\(syntax.words.joined(separator: " ")): \(option) must be \(rule)", command: syntax.words)
        }
        return value
    }
}
