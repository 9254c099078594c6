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

    /// The http or https URL of an option, without a slash at its end; nil when the option is not given.
    static func url(of option: String, in arguments: Arguments) throws(UsageError) -> String? {
        guard let text = arguments[option] else { return nil }
        guard ["http://", "https://"].contains(where: { text.hasPrefix($0) && text.count > $0.count }) else {
            throw UsageError("\(syntax.words.joined(separator: " ")): \(option) must be an http or https URL", command: syntax.words)
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
