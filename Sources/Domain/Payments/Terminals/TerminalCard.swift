public import Secrets

/// A card as a terminal read it. It stays in memory and is wiped as soon as it is charged or can be charged no more.
///
/// Its number and name print as `<secret>`.
public struct TerminalCard: Sendable {
    /// The number: 8 to 19 ASCII digits. Its check digit was not looked at: it was read, not typed.
    public let number: SecretBytes
    /// The network of the application that was read; nil when nobody known registered it.
    public let applicationNetwork: CardNetwork?
    /// The last month in which it is good; nil when the chip does not say.
    public let expiry: CardExpiry?
    /// UTF-8 text as on the chip, padding trimmed; nil when there is none.
    public let holderName: SecretBytes?
    /// The application's name (AID) in hexadecimal.
    public let applicationIdentifier: String
    /// What the application calls itself.
    public let applicationLabel: String?

    /// Makes a card.
    public init(
        number: SecretBytes, applicationNetwork: CardNetwork?, expiry: CardExpiry?, holderName: SecretBytes?, applicationIdentifier: String,
        applicationLabel: String?
    ) {
        self.number = number
        self.applicationNetwork = applicationNetwork
        self.expiry = expiry
        self.holderName = holderName
        self.applicationIdentifier = applicationIdentifier
        self.applicationLabel = applicationLabel
    }

    /// Overwrites the number and the name.
    public func wipe() {
        number.wipe()
        holderName?.wipe()
    }
}
