/// An absolute `http` or `https` URL by RFC 3986, as one may be handed to another party.
enum WebURLRule {
    /// The shortest limit that browsers in use still have; a longer link may not bring the payer back.
    static let maximumLength = 2048

    static let message = "must be an http or https URL of at most \(maximumLength) characters"

    static func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumLength, let start = authorityStart(bytes), hasURLCharactersOnly(bytes[start...]) else { return false }
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        return isAuthority(bytes[start..<end]) && bytes[end...].count { $0 == UInt8(ascii: "#") } <= 1
    }

    /// Where the authority begins: behind `http://` or `https://` in any case.
    private static func authorityStart(_ bytes: [UInt8]) -> Int? {
        ["http://", "https://"].first { scheme in
            bytes.count > scheme.utf8.count
                && zip(bytes, scheme.utf8).allSatisfy { $0 == $1 || (ASCIIText.isLetter($0) && $0 | 0x20 == $1) }
        }?.utf8.count
    }

    /// Unreserved and reserved characters and whole percent escapes (RFC 3986, 2). Square brackets pass behind the authority, too: back ends write
    /// `?item[]=1` and every browser follows it.
    private static func hasURLCharactersOnly(_ bytes: ArraySlice<UInt8>) -> Bool {
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: "%") {
                guard bytes.endIndex - index > 2, bytes[(index + 1)...(index + 2)].allSatisfy(ASCIIText.isHexDigit) else { return false }
            } else if !ASCIIText.isLetterOrDigit(byte), !"-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    /// A host and maybe a port. A user name is refused (RFC 9110, 4.2.4: it serves to hide the true host).
    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            return IPAddressRule.isVersion6(authority[(authority.startIndex + 1)..<close]) && isPortOrNothing(authority[(close + 1)...])
        }
        let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        return isHost(authority[..<colon]) && isPortOrNothing(authority[colon...])
    }

    private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        // What ends in a number is an IPv4 address or nothing (WHATWG URL, "ends in a number checker").
        let lastLabel = host.split(separator: UInt8(ascii: ".")).last ?? []
        if lastLabel.allSatisfy(ASCIIText.isDigit) { return IPAddressRule.isVersion4(host) }
        return DomainName.accepts(host, minimumLabels: 1)
    }

    private static func isPortOrNothing(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: ":") else { return text.isEmpty }
        return ASCIIText.number(text.dropFirst()).map { (1...65535).contains($0) } ?? false
    }
}
