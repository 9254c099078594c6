/// The text forms of IP addresses.
enum IPAddressRule {
    static let message = "must be an IPv4 or IPv6 address"

    static func accepts(_ text: String) -> Bool {
        isVersion4(text.utf8) || isVersion6(text.utf8)
    }

    /// Four decimal numbers of 0 to 255 (RFC 3986, 3.2.2). A leading zero is refused: some readers take it for octal.
    static func isVersion4(_ text: some Collection<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard part.count <= 3, let value = ASCIIText.number(part) else { return false }
                return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    /// Eight groups of up to four hexadecimal digits, the last two as IPv4 if need be, one run of zero groups left out as `::` (RFC 4291, 2.2).
    static func isVersion6(_ text: some Collection<UInt8>) -> Bool {
        // Split at colons, `a::b` has an empty part in the middle, `::b` two in front, `a::` two at the end.
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.count <= 9, let first = parts.first, let last = parts.last else { return false }
        if first.isEmpty, !parts[1].isEmpty { return false }
        if last.isEmpty, !parts[parts.count - 2].isEmpty { return false }
        let inner = parts.indices.dropFirst().dropLast()
        let gaps = inner.count { parts[$0].isEmpty }
        var groups = 0
        for (index, part) in parts.enumerated() where !part.isEmpty {
            if index == parts.count - 1, isVersion4(part) {
                groups += 2
            } else if part.count <= 4, part.allSatisfy(ASCIIText.isHexDigit) {
                groups += 1
            } else {
                return false
            }
        }
        return gaps == 0 ? groups == 8 : gaps == 1 && groups < 8
    }
}
