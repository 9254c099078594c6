internal import CLinux
internal import EMV
internal import Glibc

/// What the terminals tell a card of themselves.
public struct ReaderProfile: Sendable {
    /// ISO 3166-1 numeric; Indonesia.
    public var country = 360
    /// ISO 4217 numeric; rupiah.
    public var currency = 360
    /// ISO 18245.
    public var merchantCategory = 5999
    /// Shown on the payer's phone.
    public var merchantName = ""

    /// A merchant in Indonesia.
    public static let standard = ReaderProfile()

    /// A merchant in Indonesia, to be changed.
    public init() {}

    /// The profile of a tap at this moment.
    func terminal() -> TerminalProfile {
        var profile = TerminalProfile(time: .now()) {
            // On Linux that is getrandom(2).
            var source = SystemRandomNumberGenerator()
            return UInt32.random(in: .min ... .max, using: &source)
        }
        profile.country = country
        profile.currency = currency
        profile.merchantCategory = merchantCategory
        profile.merchantName = merchantName
        return profile
    }
}

extension TerminalProfile.LocalTime {
    /// The wall clock where this machine stands.
    static func now() -> Self {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return Self(
            year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday), hour: Int(local.tm_hour),
            minute: Int(local.tm_min),
            second: min(Int(local.tm_sec), 59))
    }
}
