import MerchantStore
import Secrets

extension SettingParser where Value == SecretBytes {
    /// A key, taken as it is.
    static var key: SettingParser {
        SettingParser { text throws(BrokenRule) in try SettingKey.checked(text.single()) }
    }

    /// The middle part of a credential token, which is split at its first two colons.
    static var secretUnbound: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let key = try SettingKey.checked(text.single())
            guard key.withUnsafeBytes({ !$0.contains(UInt8(ascii: ":")) }) else {
                throw BrokenRule("must not hold a colon, at which the credential token is split")
            }
            return key
        }
    }
}

extension SettingParser where Value == WebhookSecret {
    /// What signs the callbacks that go to the merchant store.
    static var webhookSecret: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let text = try text.single()
            do throws(WebhookSecret.Fault) {
                return try WebhookSecret(parsing: text)
            } catch {
                throw BrokenRule(error.description)
            }
        }
    }
}

extension SettingParser where Value == [SecretBytes] {
    static var keys: SettingParser {
        SettingParser { text throws(BrokenRule) in
            var keys: [SecretBytes] = []
            for item in text.items() { keys.append(try SettingKey.checked(item)) }
            return keys
        }
    }
}

/// The rule of every key (contract, section 6): taken as it is, so what nobody would put into a key on purpose stops start-up.
enum SettingKey {
    static func checked(_ key: SecretBytes) throws(BrokenRule) -> SecretBytes {
        guard !key.isEmpty else { throw BrokenRule("must not be empty") }
        let isClean: Bool? = key.withUnsafeBytes { bytes in
            var iterator = bytes.makeIterator()
            var decoder = UTF8()
            while true {
                switch decoder.decode(&iterator) {
                case .scalarValue(let scalar):
                    if scalar.properties.isWhitespace || Self.invisible.contains(scalar.properties.generalCategory) { return false }
                case .emptyInput: return true
                case .error: return nil
                }
            }
        }
        switch isClean {
        case true?: return key
        case false?: throw BrokenRule("holds white space or an invisible character; keys are taken as they are, so that would be part of the key")
        case nil: throw BrokenRule("is not UTF-8 text")
        }
    }

    private static let invisible: [Unicode.GeneralCategory] = [.control, .format]
}
