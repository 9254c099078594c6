import JSON
import Payments
import Secrets

/// The JSON configuration file, as far as its form goes: an object of known names, each once.
struct ConfigurationFile {
    /// An object of settings in the file: the file's own, or an element of `merchants`.
    struct Section {
        fileprivate let object: JSONValue
        /// `merchants[1].` or nothing.
        let prefix: String
        let path: String

        /// How a fault names a member.
        func place(of key: String) -> String { "\(prefix)\(key) in \(path)" }

        /// The value under a key; nil when there is none or null.
        func value(_ key: String) throws(ConfigurationFault) -> SettingText? {
            guard let value = object[key], !value.isNull else { return nil }
            do {
                return try Self.text(of: value)
            } catch {
                throw ConfigurationFault(setting: place(of: key), rule: error.rule)
            }
        }

        /// The settings' form of a JSON value: a boolean is `on` or `off`, a number its digits, an array a list.
        private static func text(of value: JSONValue) throws(BrokenRule) -> SettingText {
            guard value.kind == .array else { return SettingText(try scalar(value)) }
            var list: [SecretBytes] = []
            for element in value.elements { list.append(try scalar(element)) }
            return SettingText(list: list)
        }

        private static func scalar(_ value: JSONValue) throws(BrokenRule) -> SecretBytes {
            if let text = value.secretString { return text }
            if let number = value.numberText { return SecretBytes(utf8: number) }
            if let flag = value.bool { return SecretBytes(utf8: flag ? "on" : "off") }
            throw BrokenRule("must be a string, a number, true or false, or a list of them")
        }
    }

    /// The name under which the file lists several merchants.
    static let merchantsKey = "merchants"
    /// What a key ends with that names a file holding the value.
    static let fileKeySuffix = "File"
    private static let maximumBytes = 1 << 20

    let settings: Section
    /// Nil when the file does not list merchants.
    let merchants: [Section]?

    /// Reads the file; what is wrong with its form goes into `faults`. Nil when nothing can be read from it.
    init?(path: String, named setting: String, faults: inout [ConfigurationFault]) {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: SmallFile.read(path, atMost: Self.maximumBytes)).root
        } catch let fault as FileFault {
            faults.append(ConfigurationFault(setting: setting, rule: "\(path) \(fault)"))
            return nil
        } catch {
            faults.append(ConfigurationFault(setting: setting, rule: "\(path) is not valid JSON: \(error)"))
            return nil
        }
        guard root.kind == .object else {
            faults.append(ConfigurationFault(setting: setting, rule: "\(path) must hold a JSON object"))
            return nil
        }
        settings = Section(object: root, prefix: "", path: path)
        let keys = Settings.all.map(\.key).filter { $0 != Settings.config.about.key }
        Self.checkNames(in: settings, known: Self.withFileKeys(keys) + [Self.merchantsKey], faults: &faults)
        merchants = Self.merchants(in: settings, faults: &faults)
    }

    private static func merchants(in settings: Section, faults: inout [ConfigurationFault]) -> [Section]? {
        guard let list = settings.object[merchantsKey], !list.isNull else { return nil }
        guard list.kind == .array, list.elements.allSatisfy({ $0.kind == .object }), !list.elements.isEmpty else {
            faults.append(ConfigurationFault(setting: settings.place(of: merchantsKey), rule: "must be a list of one or more objects"))
            return nil
        }
        return list.elements.enumerated().map { index, object in
            let section = Section(object: object, prefix: "\(merchantsKey)[\(index)].", path: settings.path)
            checkNames(in: section, known: withFileKeys(Settings.merchantKeys), faults: &faults)
            return section
        }
    }

    private static func withFileKeys(_ keys: [String]) -> [String] {
        keys + keys.map { $0 + fileKeySuffix }
    }

    private static func checkNames(in section: Section, known: [String], faults: inout [ConfigurationFault]) {
        var seen: Set<String> = []
        for (name, _) in section.object.members {
            let name = name.string ?? ""
            let place = section.place(of: CardNumberMask.masking(name))
            if !known.contains(name) {
                // Whoever copies a variable's name here meant that setting.
                let meant = Settings.all.first { $0.name == name }?.key ?? name
                faults.append(ConfigurationFault(setting: place, rule: "is no setting" + NearestName.hint(for: meant, among: known)))
            } else if !seen.insert(name).inserted {
                faults.append(ConfigurationFault(setting: place, rule: "is given twice"))
            }
        }
    }
}
