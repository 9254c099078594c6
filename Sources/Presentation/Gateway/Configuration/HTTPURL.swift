/// An absolute `http` or `https` URL that a setting may hold. Stricter than RFC 3986 allows: no user or password, which would be shown and logged.
struct HTTPURL: Hashable, Sendable {
    enum Scheme: String {
        case http
        case https
    }

    /// As long as a payment's own URLs may be.
    static let maximumLength = 2048

    let scheme: Scheme
    /// Without the brackets of an IPv6 address.
    let host: String
    let port: UInt16?
    /// Empty, or from its leading `/`, the query included; never a fragment.
    let pathAndQuery: String

    init(_ text: String) throws(BrokenRule) {
        let rule = BrokenRule("must be an absolute http or https URL without user, password or fragment")
        guard text.utf8.count <= Self.maximumLength else { throw BrokenRule("must be at most \(Self.maximumLength) characters") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}#".utf8.contains($0) }) else { throw rule }
        let lowered = text.lowercased()
        guard let scheme = [Scheme.https, .http].first(where: { lowered.hasPrefix($0.rawValue + "://") }) else { throw rule }
        let rest = text.dropFirst(scheme.rawValue.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.split(authority) else { throw rule }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
        pathAndQuery = String(rest.dropFirst(authority.count))
    }

    private static func split(_ authority: Substring) -> (host: String, port: UInt16?)? {
        var host = authority
        var rest = Substring()
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
            guard host.contains(":"), host.utf8.allSatisfy({ "0123456789abcdefABCDEF:.".utf8.contains($0) }) else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority.dropFirst(host.count)
            guard !host.isEmpty, host.utf8.allSatisfy(Self.isNameByte) else { return nil }
        }
        guard !rest.isEmpty else { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else { return nil }
        return (String(host), port)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }

    /// Whether what is sent there stays on this machine: `localhost`, 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    var hasQuery: Bool { pathAndQuery.contains("?") }

    /// The whole URL.
    var text: String { origin + pathAndQuery }

    /// The URL without slashes at its end, so that a path can follow.
    var base: String {
        var path = pathAndQuery[...]
        while path.last == "/", !hasQuery { path = path.dropLast() }
        return origin + path
    }

    private var origin: String {
        let shownHost = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(shownHost)\(port.map { ":\($0)" } ?? "")"
    }
}
