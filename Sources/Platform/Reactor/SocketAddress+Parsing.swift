import Glibc

/// Which rule of an address a text breaks.
public enum AddressError: Error, Hashable, Sendable {
    /// There is no `:port` at the end.
    case portMissing
    /// The part behind the last colon is not a number from 0 to 65535.
    case portInvalid
    /// An IPv6 address has to stand in brackets, so that its port can be told from it.
    case bracketsMissing
    /// What stands in brackets is not an IPv6 address (names of interfaces, as in `fe80::1%eth0`, are not taken).
    case ipv6Invalid
    /// What stands before the port is not an IPv4 address. Names are not looked up.
    case ipv4Invalid
}

extension AddressError: CustomStringConvertible {
    /// The rule, with an example of what keeps it.
    public var description: String {
        switch self {
        case .portMissing: "an address ends with a port, as in 127.0.0.1:8080 or [::1]:8080"
        case .portInvalid: "a port is a number from 0 to 65535"
        case .bracketsMissing: "an IPv6 address stands in brackets, as in [::1]:8080"
        case .ipv6Invalid: "brackets hold an IPv6 address without a zone, as in [::1]:8080"
        case .ipv4Invalid: "a host is an IPv4 address in four decimal parts or an IPv6 address in brackets, not a name, as in 127.0.0.1:8080"
        }
    }
}

extension SocketAddress {
    /// Reads `127.0.0.1:8080` or `[::1]:8080`. Refuses, by the cases of `AddressError`: a missing or wrong port, an IPv6 address without
    /// brackets or with a zone, anything that is not an address in figures.
    public init(parsing text: String) throws(AddressError) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { throw .portMissing }
        let host = text[..<colon]
        let portText = text[text.utf8.index(after: colon)...]
        // "[::1]" without a port: its last colon is inside the brackets.
        if host.utf8.first == UInt8(ascii: "["), portText.utf8.last == UInt8(ascii: "]") { throw .portMissing }
        guard !portText.isEmpty else { throw .portMissing }

        let ip: Host
        if host.utf8.first == UInt8(ascii: "[") {
            guard host.utf8.last == UInt8(ascii: "]"), let v6 = Host(v6: host.dropFirst().dropLast()) else { throw .ipv6Invalid }
            ip = v6
        } else if host.utf8.contains(UInt8(ascii: ":")) {
            throw .bracketsMissing
        } else {
            guard let v4 = Host(v4: host) else { throw .ipv4Invalid }
            ip = v4
        }
        // UInt16's own parsing takes a sign.
        guard portText.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let port = UInt16(portText) else {
            throw .portInvalid
        }
        self.init(ip, port: port)
    }
}

extension SocketAddress.Host {
    fileprivate init?(v4 text: Substring) {
        var address = in_addr()
        guard !text.utf8.contains(0), inet_pton(AF_INET, String(text), &address) == 1 else { return nil }
        self = .v4(UInt32(bigEndian: address.s_addr))
    }

    fileprivate init?(v6 text: Substring) {
        var address = in6_addr()
        guard !text.utf8.contains(0), inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        self = withUnsafeBytes(of: address) { bytes in
            .v6(
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
