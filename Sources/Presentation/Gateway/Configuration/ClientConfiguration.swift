public import Payments
public import Secrets

/// What the commands that speak to a running gateway, or imitate iFortePay towards it, take from the environment.
public enum ClientConfiguration {
    /// The running gateway's URL without a slash at its end (`GATEWAY_URL`).
    public static func url(in environment: [String: String]) throws(ConfigurationFaults) -> String {
        var reader = SettingReader(environment: environment)
        let url = reader.required(Settings.url)
        guard let url else { throw ConfigurationFaults(reader.faults) }
        return url.base
    }

    /// The one merchant's id, secret and hash key.
    public static func credentials(in environment: [String: String]) throws(ConfigurationFaults) -> CredentialToken {
        var reader = SettingReader(environment: environment)
        let id = reader.required(Settings.merchantID)
        let secretUnbound = reader.required(Settings.secretUnbound)
        let hashKey = reader.required(Settings.hashKey)
        guard let id, let secretUnbound, let hashKey else { throw ConfigurationFaults(reader.faults) }
        return CredentialToken(merchant: id, secretUnbound: secretUnbound, hashKey: hashKey)
    }

    /// The key that a command signs callbacks with, for which no merchant's id is needed.
    public static func hashKey(in environment: [String: String]) throws(ConfigurationFaults) -> SecretBytes {
        var reader = SettingReader(environment: environment)
        guard let hashKey = reader.required(Settings.hashKey) else { throw ConfigurationFaults(reader.faults) }
        return hashKey
    }

    /// The merchant's secret, where one is set: a signer may have mistaken it for the key.
    public static func secretUnbound(in environment: [String: String]) throws(ConfigurationFaults) -> SecretBytes? {
        var reader = SettingReader(environment: environment)
        let secret = reader.value(Settings.secretUnbound)
        guard reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults) }
        return secret
    }

    /// Every key that may sign a callback: the hash key first, then those of a rotation.
    public static func callbackKeys(in environment: [String: String]) throws(ConfigurationFaults) -> [SecretBytes] {
        var reader = SettingReader(environment: environment)
        let hashKey = reader.required(Settings.hashKey)
        let furtherKeys = reader.value(Settings.callbackKeys) ?? []
        guard let hashKey, reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults) }
        return [hashKey] + furtherKeys
    }
}

extension SettingReader {
    /// A setting of the environment that must be set.
    fileprivate mutating func required<Value>(_ setting: Setting<Value>) -> Value? {
        let value = value(setting)
        if !isSet(setting.about) { fault(setting.about.name, "must be set") }
        return value
    }
}
