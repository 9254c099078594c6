/// What a setting is in effect, for a person to read.
public struct EffectiveSetting: Hashable, Sendable {
    /// The variable's name, or the place in `merchants`.
    public let name: String
    /// Its value; a secret's is a mask of one length.
    public let shown: String
    /// Who says so.
    public let origin: SettingOrigin

    static let mask = "********"

    /// A URL without what may be secret in it: the query, which may hold a token, and user and password. A URL with those is refused, and shown.
    static func withoutSecrets(_ text: String) -> String {
        guard let authority = text.firstRange(of: "://")?.upperBound else { return text }
        let rest = text[authority...]
        // A password may hold a slash or a question mark that should have been encoded.
        let at = rest.prefix { $0 != "/" }.lastIndex(of: "@") ?? rest.prefix { $0 != "?" }.lastIndex(of: "@")
        let shown = at.map { "\(text[..<authority])***\(text[$0...])" } ?? text
        guard let query = shown.firstIndex(of: "?") else { return shown }
        return shown[...query] + "***"
    }
}

/// A configuration as found: usable or not, with all that holds and all that is wrong.
public struct ConfigurationReport: Sendable {
    /// Every setting, in the order of the table.
    public let settings: [EffectiveSetting]
    /// All at once; none when the configuration is usable.
    public let faults: [ConfigurationFault]
    /// Nil when there are faults.
    public let configuration: GatewayConfiguration?

    /// The configuration, or why there is none.
    public func usable() throws(ConfigurationFaults) -> GatewayConfiguration {
        guard let configuration else { throw ConfigurationFaults(faults) }
        return configuration
    }

    /// One line for each setting, secrets masked, as `payment-gateway config` prints it.
    public var text: String {
        let width = settings.map(\.name.count).max() ?? 0
        return settings.map { setting in
            let padding = String(repeating: " ", count: width - setting.name.count)
            return "\(setting.name)\(padding) = \(LogText.printable(setting.shown))  (\(setting.origin))\n"
        }.joined()
    }
}

extension SettingOrigin: CustomStringConvertible {
    /// For the end of a line.
    public var description: String {
        switch self {
        case .commandLine: "command line"
        case .environment: "environment"
        case .file(let path), .configurationFile(let path): path
        case .standard: "default"
        }
    }
}

extension SettingDefault {
    /// The words for a person.
    public var shown: String {
        switch self {
        case .none: "none"
        case .text(let text): text
        case .derived(let words): words
        }
    }
}
