import Reactor

/// `Host` and the authority of an absolute target (RFC 9110 section 7.2, RFC 3986 section 3.2).
enum HostField {
    /// Whether this is a host, not empty, with an optional port. No user information: it has no place in a request (RFC 9110 section 4.2.4).
    static func isValid(_ authority: UnsafeRawBufferPointer) -> Bool {
        guard let first = authority.first else { return false }
        var end: Int
        if first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]"), from: 1), isIPv6Address(authority.slice(1..<bracket)) else {
                return false
            }
            end = bracket + 1
        } else {
            end = authority.firstIndex(of: ASCII.colon, from: 0) ?? authority.count
            let name = authority.slice(0..<end)
            guard !name.isEmpty, ByteSet.registeredName.containsAll(name), PercentEncoding.isWellFormed(name) else { return false }
        }
        return isValidPort(authority.slice(end..<authority.count))
    }

    /// No zone, no address of a later version (RFC 3986 section 3.2.2).
    private static func isIPv6Address(_ text: UnsafeRawBufferPointer) -> Bool {
        guard ByteSet.ipv6.containsAll(text) else { return false }
        return (try? SocketAddress(parsing: "[\(String(decoding: text, as: UTF8.self))]:0")) != nil
    }

    /// Nothing, or a colon and digits; `host:` is allowed by the grammar and means the default port.
    private static func isValidPort(_ rest: UnsafeRawBufferPointer) -> Bool {
        guard let colon = rest.first else { return true }
        let digits = rest.slice(1..<rest.count)
        return colon == ASCII.colon && digits.count <= 5 && digits.allSatisfy(ASCII.isDigit)
    }
}
