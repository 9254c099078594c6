/// Where iFortePay's API is: an http or https URL, with a path prefix if there is one, without query and fragment.
///
/// A setting, not derived from an environment's name: hosts end in `.ifortepay.id` or `.mcpayment.id`, and the development one has a port and prefix.
public struct ProviderAddress: Hashable, Sendable, CustomStringConvertible {
    private let base: String

    /// Nil when the text is no such URL.
    public init?(_ text: String) {
        guard WebAddress.isUsable(text), !text.utf8.contains(UInt8(ascii: "?")), !text.utf8.contains(UInt8(ascii: "#")) else { return nil }
        base = String(text.drop(whileLast: "/"))
    }

    /// The URL without slashes at its end.
    public var description: String { base }

    func url(of endpoint: ChargeEndpoint) -> String {
        base + endpoint.rawValue
    }
}

/// The form of an http or https URL, as far as handing it on needs it.
enum WebAddress {
    /// Longer ones are cut by browsers and proxies.
    static let maximumLength = 4096

    /// Whether it is absolute, names a host, and consists of the characters that a URL may have (RFC 3986 section 2) and no others.
    static func isUsable(_ text: String) -> Bool {
        guard text.utf8.count <= maximumLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }) else {
            return false
        }
        let lowercased = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else { return false }
        let authority = lowercased.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        // "user@host" shows one host and leads to another.
        return !authority.contains("@") && authority.first.map { $0 != ":" } == true
    }
}

extension StringProtocol {
    fileprivate func drop(whileLast character: Character) -> SubSequence {
        var rest = self[...]
        while rest.last == character { rest.removeLast() }
        return rest
    }
}
