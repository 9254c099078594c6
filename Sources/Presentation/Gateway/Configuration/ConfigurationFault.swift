/// One thing that keeps the gateway from starting: the setting's name and the rule it breaks, never the value.
public struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The variable, or the place in the configuration file, for instance `merchants[1].hashKey in gateway.json`.
    public let setting: String
    /// What is wrong, as the end of a sentence that begins with `setting`.
    public let rule: String

    /// Makes a fault.
    public init(setting: String, rule: String) {
        self.setting = setting
        self.rule = rule
    }

    /// `GATEWAY_LOOPS: must be a whole number from 1 to 256`
    public var description: String { "\(setting): \(rule)" }
}

/// All faults of a configuration at once, so that nobody mends them one start at a time.
public struct ConfigurationFaults: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order of the table of settings.
    public let faults: [ConfigurationFault]

    /// Makes the error.
    public init(_ faults: [ConfigurationFault]) {
        self.faults = faults
    }

    /// One line for each fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

/// The rule that a setting's text breaks: a sentence that goes on from the setting's name and holds nothing of the text.
struct BrokenRule: Error, Hashable {
    let rule: String

    init(_ rule: String) {
        self.rule = rule
    }
}
