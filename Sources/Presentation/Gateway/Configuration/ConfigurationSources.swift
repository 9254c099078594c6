import Secrets

/// Where a setting's value came from.
public enum SettingOrigin: Hashable, Sendable {
    /// An option of the command.
    case commandLine
    /// A variable of the environment.
    case environment
    /// A file that a variable or a key names.
    case file(path: String)
    /// The configuration file.
    case configurationFile(path: String)
    /// Nobody set it.
    case standard
}

/// A setting's value as found.
struct FoundSetting {
    let text: SettingText
    let origin: SettingOrigin
    /// How a fault names it.
    let place: String
}

/// The places where settings stand: the environment wins over the configuration file.
struct ConfigurationSources {
    private let environment: [String: String]
    /// The command line's `--config`.
    private let configFile: String?
    let file: ConfigurationFile?
    private static let maximumFileBytes = 64 << 10

    /// The environment alone, names not looked at.
    init(environment: [String: String]) {
        self.environment = environment
        configFile = nil
        file = nil
    }

    /// Takes the environment, reads the configuration file that `--config` or the environment names, and finds names that nothing has.
    init(environment: [String: String], configFile: String?, faults: inout [ConfigurationFault]) {
        self.environment = environment
        self.configFile = configFile
        Self.checkNames(environment, faults: &faults)
        do {
            file = try Self.find(Settings.config.about, in: environment, or: configFile).flatMap { found throws(ConfigurationFault) in
                ConfigurationFile(path: try Self.text(found.text, at: found.place), named: found.place, faults: &faults)
            }
        } catch {
            faults.append(error)
            file = nil
        }
    }

    /// A setting of the whole gateway.
    func find(_ setting: SettingDescription) throws(ConfigurationFault) -> FoundSetting? {
        if let found = try Self.find(setting, in: environment, or: setting == Settings.config.about ? configFile : nil) { return found }
        guard let file else { return nil }
        return try Self.find(setting.key, in: file.settings)
    }

    /// A setting in an element of `merchants`.
    func find(_ setting: SettingDescription, in merchant: ConfigurationFile.Section) throws(ConfigurationFault) -> FoundSetting? {
        guard let key = setting.merchantKey else { return nil }
        return try Self.find(key, in: merchant)
    }

    /// A setting in the environment, by its variable or by the one that names a file; the command line wins over both.
    private static func find(
        _ setting: SettingDescription, in environment: [String: String], or argument: String?
    ) throws(ConfigurationFault) -> FoundSetting? {
        if let argument { return FoundSetting(text: SettingText(argument), origin: .commandLine, place: "--config") }
        let path = environment[setting.fileVariable]
        guard let value = environment[setting.name] else {
            guard let path else { return nil }
            return try read(path, namedBy: setting.fileVariable)
        }
        guard path == nil else { throw ConfigurationFault(setting: setting.name, rule: "is set together with \(setting.fileVariable)") }
        return FoundSetting(text: SettingText(value), origin: .environment, place: setting.name)
    }

    private static func find(_ key: String, in section: ConfigurationFile.Section) throws(ConfigurationFault) -> FoundSetting? {
        let fileKey = key + ConfigurationFile.fileKeySuffix
        let path = try section.value(fileKey)
        guard let value = try section.value(key) else {
            guard let path else { return nil }
            return try read(text(path, at: section.place(of: fileKey)), namedBy: section.place(of: fileKey))
        }
        guard path == nil else { throw ConfigurationFault(setting: section.place(of: key), rule: "is set together with \(fileKey)") }
        return FoundSetting(text: value, origin: .configurationFile(path: section.path), place: section.place(of: key))
    }

    private static func text(_ text: SettingText, at place: String) throws(ConfigurationFault) -> String {
        do {
            return try text.text()
        } catch {
            throw ConfigurationFault(setting: place, rule: error.rule)
        }
    }

    private static func read(_ path: String, namedBy place: String) throws(ConfigurationFault) -> FoundSetting {
        do {
            let bytes = try SmallFile.read(path, atMost: maximumFileBytes)
            let content = bytes.withUnsafeBytes { SecretBytes($0.last == UInt8(ascii: "\n") ? $0.dropLast() : $0[...]) }
            return FoundSetting(text: SettingText(content), origin: .file(path: path), place: place)
        } catch {
            throw ConfigurationFault(setting: place, rule: "\(path) \(error)")
        }
    }

    /// A misspelt name would silently leave a default in place.
    private static func checkNames(_ environment: [String: String], faults: inout [ConfigurationFault]) {
        let known = Settings.all.flatMap { [$0.name, $0.fileVariable] }
        for name in environment.keys.sorted() where name.hasPrefix(SettingDescription.prefix) && !known.contains(name) {
            // Kubernetes puts these into every container beside a Service called `gateway`.
            if name.hasPrefix("GATEWAY_PORT") || name.hasPrefix("GATEWAY_SERVICE_") { continue }
            faults.append(ConfigurationFault(setting: name, rule: "is no setting" + NearestName.hint(for: name, among: known)))
        }
    }
}
