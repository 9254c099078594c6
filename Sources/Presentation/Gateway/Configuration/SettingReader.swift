/// Reads settings out of the sources, and gathers what is wrong and what holds.
struct SettingReader {
    let sources: ConfigurationSources
    private(set) var faults: [ConfigurationFault]
    private(set) var effective: [EffectiveSetting] = []

    init(environment: [String: String], configFile: String?) {
        var faults: [ConfigurationFault] = []
        sources = ConfigurationSources(environment: environment, configFile: configFile, faults: &faults)
        self.faults = faults
    }

    /// Reads settings of the environment alone, for a command that needs few of them.
    init(environment: [String: String]) {
        sources = ConfigurationSources(environment: environment)
        faults = []
    }

    /// What the setting is, or its default; nil when it is neither set nor has one, or when it is faulty.
    mutating func value<Value>(_ setting: Setting<Value>) -> Value? {
        do {
            return read(setting, try sources.find(setting.about), named: setting.about.name)
        } catch {
            faults.append(error)
            return nil
        }
    }

    /// The same inside an element of `merchants`. What has a default can be said once for all merchants, outside the list.
    mutating func value<Value>(_ setting: Setting<Value>, of merchant: ConfigurationFile.Section) -> Value? {
        do {
            var found = try sources.find(setting.about, in: merchant)
            if found == nil, setting.about.standard != .none { found = try sources.find(setting.about) }
            return read(setting, found, named: merchant.prefix + (setting.about.merchantKey ?? setting.about.key))
        } catch {
            faults.append(error)
            return nil
        }
    }

    /// Whether somebody set it, rightly or wrongly.
    func isSet(_ setting: SettingDescription) -> Bool {
        do {
            return try sources.find(setting) != nil
        } catch {
            return true
        }
    }

    /// The same inside an element of `merchants`.
    func isSet(_ setting: SettingDescription, of merchant: ConfigurationFile.Section) -> Bool {
        do {
            return try sources.find(setting, in: merchant) != nil
        } catch {
            return true
        }
    }

    mutating func fault(_ setting: String, _ rule: String) {
        faults.append(ConfigurationFault(setting: setting, rule: rule))
    }

    private mutating func read<Value>(_ setting: Setting<Value>, _ found: FoundSetting?, named name: String) -> Value? {
        let about = setting.about
        guard let found = found ?? Self.standard(of: about) else {
            effective.append(EffectiveSetting(name: name, shown: about.standard.shown, origin: .standard))
            return nil
        }
        let shown = about.isSecret ? EffectiveSetting.mask : EffectiveSetting.withoutSecrets(found.text.shown)
        effective.append(EffectiveSetting(name: name, shown: shown, origin: found.origin))
        do {
            return try setting.parser.parse(found.text)
        } catch {
            fault(found.place, error.rule)
            return nil
        }
    }

    private static func standard(of setting: SettingDescription) -> FoundSetting? {
        guard case .text(let text) = setting.standard else { return nil }
        return FoundSetting(text: SettingText(text), origin: .standard, place: setting.name)
    }
}
