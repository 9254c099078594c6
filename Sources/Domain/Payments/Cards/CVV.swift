import Secrets

/// The security code printed on a card.
enum CVV {
    /// The lengths it may have; both when the network cannot be known, as with a stored card.
    static func lengths(for network: CardNetwork?) -> [Int] {
        network.map { [$0.cvvLength] } ?? [3, 4]
    }

    /// Whether these are ASCII digits, as many as a card of the network has.
    static func accepts(_ code: SecretBytes, network: CardNetwork?) -> Bool {
        hasDigitsOnly(code) && lengths(for: network).contains(code.count)
    }

    static func hasDigitsOnly(_ code: SecretBytes) -> Bool {
        code.withUnsafeBytes { $0.allSatisfy(ASCIIText.isDigit) }
    }

    /// What the rule is, for a person.
    static func message(for network: CardNetwork?) -> String {
        "must be \(lengths(for: network).map(String.init).joined(separator: " or ")) digits"
    }
}
