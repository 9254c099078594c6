import IFortePay
import Payments
import Reactor

extension SettingParser {
    /// Turns the one text into a value, or names the rule.
    static func text(_ rule: String, _ read: @escaping @Sendable (String) -> Value?) -> SettingParser {
        SettingParser { text throws(BrokenRule) in
            guard let value = read(try text.text()) else { throw BrokenRule(rule) }
            return value
        }
    }
}

extension SettingParser where Value == String {
    /// A path of a file or the like: any text.
    static var path: SettingParser {
        text("must not be empty") { $0.isEmpty ? nil : $0 }
    }
}

extension SettingParser where Value == HTTPURL {
    static var url: SettingParser {
        SettingParser { text throws(BrokenRule) in try HTTPURL(text.text()) }
    }

    /// A URL that paths are put behind.
    static var baseURL: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let url = try HTTPURL(text.text())
            guard !url.hasQuery else { throw BrokenRule("must be a URL without a query, since paths are put behind it") }
            return url
        }
    }
}

extension SettingParser where Value == Bool {
    static var onOff: SettingParser {
        text("must be on or off") { $0 == "on" ? true : $0 == "off" ? false : nil }
    }
}

extension SettingParser where Value == Int {
    static func number(_ range: ClosedRange<Int>) -> SettingParser {
        text("must be a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number) else { return nil }
            return number
        }
    }
}

extension SettingParser where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the words of an enumeration.
    static var word: SettingParser {
        text("must be one of " + Value.allCases.map(\.rawValue).joined(separator: ", "), Value.init(rawValue:))
    }
}

extension SettingParser where Value == MerchantID {
    static var merchantID: SettingParser {
        text("must be 1 to 64 of A–Z a–z 0–9 _ -") { MerchantID($0) }
    }
}

extension SettingParser where Value == SocketAddress {
    static var address: SettingParser {
        text("must be an IP address and a port, for instance 127.0.0.1:8080 or [::]:8443") { try? SocketAddress(parsing: $0) }
    }
}

extension SettingParser where Value == Duration {
    static func duration(_ range: ClosedRange<Duration>) -> SettingParser {
        let bounds = "\(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
        return text("must be a duration from \(bounds), for instance 250ms, 5s, 5m or 1h") { text in
            DurationText.parse(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension SettingParser where Value == RateLimit? {
    static var rateLimit: SettingParser {
        let counts = RateLimit.counts
        return text("must be off, or \(counts.lowerBound) to \(counts.upperBound) a second, minute or hour, for instance 100/s, 600/m or 1000/h") {
            text in text == "off" ? .some(nil) : RateLimit(text).map { .some($0) }
        }
    }
}

extension SettingParser where Value == RetrySchedule {
    static var retrySchedule: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let text = try text.joined()
            do {
                return try RetrySchedule(parsing: text)
            } catch {
                throw BrokenRule("must be durations with commas between them: \(error)")
            }
        }
    }
}

extension SettingParser where Value == DatabaseLocation {
    static var database: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let text = try text.text()
            if ["postgres:", "postgresql:"].contains(where: text.hasPrefix) {
                throw BrokenRule("PostgreSQL is not built yet; only sqlite:PATH can be set")
            }
            let prefix = "sqlite:"
            guard text.hasPrefix(prefix), text.count > prefix.count else { throw BrokenRule("must be sqlite:PATH") }
            return .sqlite(path: String(text.dropFirst(prefix.count)))
        }
    }
}

extension SettingParser where Value == [TerminalPrefix] {
    static var terminalPrefixes: SettingParser {
        SettingParser { text throws(BrokenRule) in
            var prefixes: [TerminalPrefix] = []
            for word in try text.texts() {
                guard let prefix = TerminalPrefix(word) else {
                    throw BrokenRule("must be a list of beginnings of terminal ids, for instance acs-acr122u: \(TerminalPrefix.rule)")
                }
                prefixes.append(prefix)
            }
            return prefixes
        }
    }
}

extension SettingParser where Value == [CallbackScheme] {
    static var callbackSchemes: SettingParser {
        SettingParser { text throws(BrokenRule) in
            let words = CallbackScheme.allCases.map(\.rawValue).joined(separator: ", ")
            let built = CallbackScheme.allCases.filter(\.isBuilt).map(\.rawValue).joined(separator: ", ")
            var schemes: [CallbackScheme] = []
            for word in try text.texts() {
                guard let scheme = CallbackScheme(rawValue: word) else { throw BrokenRule("must be a list of \(words)") }
                guard scheme.isBuilt else { throw BrokenRule("\(word) is not built yet; only \(built) can be set") }
                schemes.append(scheme)
            }
            return schemes
        }
    }
}
