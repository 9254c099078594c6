/// The shape of an e-mail address: RFC 5321's `Local-part@Domain` with a dot-string in front and a domain name behind.
///
/// Quoted local parts, address literals and non-ASCII addresses exist, but acquirers refuse them.
enum EmailRule {
    static let message = "must be an e-mail address"

    static func accepts(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        // RFC 5321, 4.5.3.1: 64 octets before the @, and a path of 256 with its two brackets in all.
        guard parts.count == 2, text.utf8.count <= 254, parts[0].count <= 64 else { return false }
        let atoms = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) } && DomainName.accepts(parts[1], minimumLabels: 2)
    }

    /// RFC 5322, 3.2.3: `atext`.
    private static func isAtomText(_ byte: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

/// Host names as RFC 1123 section 2.1 has them.
enum DomainName {
    /// Labels of letters, digits and inner hyphens, at most 63 octets each and 253 in all.
    static func accepts(_ name: some BidirectionalCollection<UInt8>, minimumLabels: Int) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= minimumLabels && name.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { ASCIIText.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}
