import Secrets

/// What a read shows of the card: never its number (contract, section 3).
public struct CardReadSummary: Hashable, Sendable {
    /// By the application that was read; by the number's first digits where nobody known registered it.
    public let network: CardNetwork
    /// By the number's first digits: a card of two networks has one in its number and another in its application.
    public let panNetwork: CardNetwork
    /// The first six digits; empty where they and the last four would show the number whole or nearly so.
    public let first6: String
    /// The last four digits.
    public let last4: String
    /// 1–12; nil when the chip does not say.
    public let expiryMonth: Int?
    /// Four digits; nil when the chip does not say.
    public let expiryYear: Int?
    /// As on the card, padding trimmed; nil when it is blank or `/`, or tells the number.
    public let holderName: String?
    /// The application's name (AID) in hexadecimal; the provider's five bytes of one that tells the number.
    public let applicationIdentifier: String
    /// What the application calls itself; nil when it tells the number.
    public let applicationLabel: String?

    /// What may be shown of a card; the card stays the caller's to wipe.
    public init(_ card: TerminalCard) {
        let digits = CardDigits(text: card.number)
        defer { digits.bytes.wipe() }
        let panNetwork = NetworkDetection().network(ofComplete: digits.prefix)
        let isLongEnough = digits.count >= NetworkDetection.unknownLengths.lowerBound
        network = card.applicationNetwork ?? panNetwork
        self.panNetwork = panNetwork
        first6 = isLongEnough ? digits.first6 : ""
        last4 = digits.last4
        expiryMonth = card.expiry?.month
        expiryYear = card.expiry?.year
        holderName = digits.withheld(from: card.shownHolderName)
        applicationIdentifier = digits.withheld(from: card.applicationIdentifier) ?? digits.withheld(from: card.applicationProvider) ?? ""
        applicationLabel = digits.withheld(from: card.applicationLabel)
    }
}

extension CardDigits {
    /// A text of the card's; nil when it tells the number, however that is parted: an issuer may write into names and label what it likes.
    fileprivate func withheld(from text: String?) -> String? {
        guard let text else { return nil }
        let written = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let tellsNumber = bytes.withUnsafeBytes { number in
            !number.isEmpty && written.indices.contains { written[$0...].starts(with: number) }
        }
        return tellsNumber ? nil : text
    }
}

extension TerminalCard {
    /// The registered provider's part of the application's name, five bytes (ISO/IEC 7816-4, section 8.2.1.2).
    fileprivate var applicationProvider: String { String(applicationIdentifier.prefix(10)) }

    /// The holder's name as it is shown and charged: a chip pads it with spaces, and one that has no name to tell holds spaces or a lone `/`
    /// (EMV Book 3, annex A, tag 5F20). Surname and first name stay parted by `/`, also when there is no first name.
    var shownHolderName: String? {
        guard let holderName else { return nil }
        let name = holderName.withUnsafeBytes { bytes in
            let isPadding = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == 0 }
            let start = bytes.firstIndex { !isPadding($0) } ?? bytes.endIndex
            let end = bytes.lastIndex { !isPadding($0) }.map { $0 + 1 } ?? start
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        return name.isEmpty || name == "/" ? nil : name
    }

    /// The same card in memory of its own, so that wiping one leaves the other.
    func copied() -> TerminalCard {
        TerminalCard(
            number: number.copied(), applicationNetwork: applicationNetwork, expiry: expiry, holderName: holderName?.copied(),
            applicationIdentifier: applicationIdentifier, applicationLabel: applicationLabel)
    }
}

extension SecretBytes {
    fileprivate func copied() -> SecretBytes { withUnsafeBytes { SecretBytes($0) } }
}
