import MerchantStore
import Payments
import Secrets

/// Reads the merchants: the one of the environment, or the list of the configuration file.
struct MerchantLoader {
    /// Where a setting of one merchant is read, and how faults name it.
    private enum Place {
        case gateway
        case element(ConfigurationFile.Section)

        func name(_ setting: SettingDescription) -> String {
            switch self {
            case .gateway: setting.name
            case .element(let section): section.place(of: setting.merchantKey ?? setting.key)
            }
        }
    }

    /// A merchant with the place of each of its keys, for the rules between merchants.
    private struct Found {
        let merchant: MerchantConfiguration
        let place: Place
    }

    func read(_ reader: inout SettingReader) -> [MerchantConfiguration] {
        guard let sections = reader.sources.file?.merchants else {
            return merchant(at: .gateway, &reader).map { [$0.merchant] } ?? []
        }
        // What has a default may be said once for all merchants; the rest is one merchant's own.
        for setting in Settings.all where setting.merchantKey != nil && setting.standard == .none && reader.isSet(setting) {
            reader.fault(setting.name, "cannot be set together with \(ConfigurationFile.merchantsKey) in the configuration file")
        }
        var found: [Found] = []
        for section in sections {
            if let merchant = merchant(at: .element(section), &reader) { found.append(merchant) }
        }
        checkDistinct(found, &reader)
        return found.map(\.merchant)
    }

    private func merchant(at place: Place, _ reader: inout SettingReader) -> Found? {
        let id = required(Settings.merchantID, at: place, &reader)
        let secretUnbound = required(Settings.secretUnbound, at: place, &reader)
        let hashKey = required(Settings.hashKey, at: place, &reader)
        let callbackKeys = value(Settings.callbackKeys, at: place, &reader) ?? []
        _ = value(Settings.callbackSchemes, at: place, &reader)
        let store = store(at: place, &reader)
        let acknowledgement = value(Settings.acknowledge, at: place, &reader)
        let terminals = terminals(at: place, &reader)
        guard let id, let secretUnbound, let hashKey, let acknowledgement else { return nil }
        let credentials = CredentialToken(merchant: id, secretUnbound: secretUnbound, hashKey: hashKey)
        let merchant = MerchantConfiguration(
            credentials: credentials, callbackKeys: callbackKeys, store: store, acknowledgement: acknowledgement, terminals: terminals)
        return Found(merchant: merchant, place: place)
    }

    private func store(at place: Place, _ reader: inout SettingReader) -> MerchantStoreAddress? {
        let url = value(Settings.merchantStoreURL, at: place, &reader)
        let secret = value(Settings.merchantStoreSecret, at: place, &reader)
        switch (isSet(Settings.merchantStoreURL.about, at: place, reader), isSet(Settings.merchantStoreSecret.about, at: place, reader)) {
        case (true, false):
            reader.fault(place.name(Settings.merchantStoreSecret.about), "is needed, since callbacks are sent to the merchant store signed")
        case (false, true):
            reader.fault(place.name(Settings.merchantStoreURL.about), "is needed, since the secret of the merchant store is set")
        default: break
        }
        guard let url, let secret else { return nil }
        return MerchantStoreAddress(url: url.text, secret: secret)
    }

    /// The one merchant that is no element of a list has all terminals, and no name to say so.
    private func terminals(at place: Place, _ reader: inout SettingReader) -> [TerminalPrefix] {
        guard case .element(let section) = place else { return [] }
        return reader.value(Settings.terminals, of: section) ?? []
    }

    private func value<Value>(_ setting: Setting<Value>, at place: Place, _ reader: inout SettingReader) -> Value? {
        switch place {
        case .gateway: reader.value(setting)
        case .element(let section): reader.value(setting, of: section)
        }
    }

    private func required<Value>(_ setting: Setting<Value>, at place: Place, _ reader: inout SettingReader) -> Value? {
        let value = value(setting, at: place, &reader)
        if !isSet(setting.about, at: place, reader) { reader.fault(place.name(setting.about), "must be set") }
        return value
    }

    private func isSet(_ setting: SettingDescription, at place: Place, _ reader: SettingReader) -> Bool {
        switch place {
        case .gateway: reader.isSet(setting)
        case .element(let section): reader.isSet(setting, of: section)
        }
    }

    /// A callback without a merchant in its path belongs to the merchant whose key verifies it, so no key may be two merchants'. Nor may a terminal:
    /// whoever holds a card to it pays one merchant.
    private func checkDistinct(_ found: [Found], _ reader: inout SettingReader) {
        for (index, later) in found.enumerated() {
            for earlier in found[..<index] {
                if later.merchant.id == earlier.merchant.id {
                    reader.fault(later.place.name(Settings.merchantID.about), "is another merchant's too")
                }
                let taken = earlier.merchant.allCallbackKeys
                if taken.contains(later.merchant.credentials.hashKey) {
                    reader.fault(later.place.name(Settings.hashKey.about), "is a key of merchant \(earlier.merchant.id) too")
                }
                if later.merchant.callbackKeys.contains(where: taken.contains) {
                    reader.fault(later.place.name(Settings.callbackKeys.about), "holds a key of merchant \(earlier.merchant.id) too")
                }
                if later.merchant.terminals.contains(where: { prefix in earlier.merchant.terminals.contains(where: prefix.overlaps) }) {
                    reader.fault(later.place.name(Settings.terminals.about), "claims terminals of merchant \(earlier.merchant.id) too")
                }
            }
        }
    }
}
