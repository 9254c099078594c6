public import Secrets

/// What was read from a card. The number and the name are `SecretBytes`; nothing of a card prints.
public struct ChipCard: Sendable {
    /// The number as ASCII digits, 8 to 19 of them. A wrong check digit is no reason to doubt the read: UnionPay has issued such numbers.
    public let number: SecretBytes
    /// Nil when the card states none that can be.
    public let expiration: ExpirationDate?
    /// In UTF-8; nil when the card has none or it cannot be read.
    public let holderName: SecretBytes?
    /// 0–99, when it was among what had to be read.
    public let sequenceNumber: Int?
    /// Which application it was, the card's names for it included.
    public let application: Application
    /// Whether the number is that of a phone, a watch or another token, not the one on the plastic.
    public let isDeviceAccount: Bool
    /// Whether the card holds two numbers that differ; `number` is the one of tag 5A.
    public let hasConflictingNumbers: Bool

    /// The application a card was read by.
    public struct Application: Hashable, Sendable {
        /// The name by which it was found: the directory's entry, or its whole name after a search by the beginning.
        public let identifier: ApplicationIdentifier
        /// The name it gives itself when selected; not always the one it was found by.
        public let dedicatedFileName: ApplicationIdentifier?
        /// By the name it gives itself, else the one it was found by; nil when nobody we know registered it.
        public let network: ApplicationNetwork?
        /// Tag 50, from the application, else from the directory.
        public let label: String?
        /// Tag 9F12.
        public let preferredName: String?
    }

    /// Overwrites the number and the name.
    public func wipe() {
        number.wipe()
        holderName?.wipe()
    }
}

extension ChipCard: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the card.
    public var description: String { "<card>" }
    /// Never the card.
    public var debugDescription: String { description }
    /// Hides the card from `dump` and from the default printing of an enclosing value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
