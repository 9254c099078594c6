/// One thing that can be configured: its name, its default, how its text is read, and what it is for. `Settings` holds all of them.
struct Setting<Value: Sendable>: Sendable {
    let about: SettingDescription
    let parser: SettingParser<Value>

    init(
        _ name: String, default standard: SettingDefault = .none, merchantKey: String? = nil, secret: Bool = false, _ summary: String,
        _ parser: SettingParser<Value>
    ) {
        about = SettingDescription(name: name, standard: standard, merchantKey: merchantKey, isSecret: secret, summary: summary)
        self.parser = parser
    }
}

/// Reads a setting's text; throws the rule that the text breaks.
struct SettingParser<Value: Sendable>: Sendable {
    let parse: @Sendable (SettingText) throws(BrokenRule) -> Value

    init(_ parse: @escaping @Sendable (SettingText) throws(BrokenRule) -> Value) {
        self.parse = parse
    }
}

/// What a setting is when nobody sets it.
public enum SettingDefault: Hashable, Sendable {
    /// Nothing.
    case none
    /// What this text means.
    case text(String)
    /// Something that is found out at start-up; the words are for a person.
    case derived(String)
}

/// What a person needs to know of a setting.
public struct SettingDescription: Hashable, Sendable {
    /// The environment's variable.
    public let name: String
    /// What holds when it is not set.
    public let standard: SettingDefault
    /// Its name inside an element of `merchants` in the configuration file; nil for a setting of the whole gateway.
    public let merchantKey: String?
    /// Whether its value is never shown.
    public let isSecret: Bool
    /// What it is for, in a line.
    public let summary: String

    /// What every variable of the gateway begins with.
    static let prefix = "GATEWAY_"
    /// What a variable ends with that names a file holding the value.
    static let fileSuffix = "_FILE"

    /// The variable that names a file holding the value.
    public var fileVariable: String { name + Self.fileSuffix }

    /// Its name in the configuration file: without the prefix, in camelCase.
    public var key: String {
        let words = name.dropFirst(Self.prefix.count).split(separator: "_").map { $0.lowercased() }
        return words.enumerated().map { index, word in index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst() }.joined()
    }
}
