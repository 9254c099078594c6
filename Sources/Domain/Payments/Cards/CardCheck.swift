public import Secrets

/// What a form needs to know of a card while someone types it (contract, section 2, `POST /v1/cards/check`).
public struct CardCheck: Sendable {
    /// How far one field has come.
    public struct Standing: Hashable, Sendable {
        /// Nothing in it is wrong; it may still be too short.
        public let isValid: Bool
        /// It can be sent as it is.
        public let isComplete: Bool
        /// What is wrong; nil while nothing is.
        public let message: String?

        static let complete = Standing(isValid: true, isComplete: true, message: nil)
        static let incomplete = Standing(isValid: true, isComplete: false, message: nil)

        static func wrong(_ message: String) -> Standing {
            Standing(isValid: false, isComplete: false, message: message)
        }
    }

    /// The fields in the order of a form; one that was not sent counts as empty.
    public let fields: [(field: CardField, standing: Standing)]
    /// By what is there of the number; UNKNOWN while several networks are possible.
    public let network: CardNetwork
    /// The digits in the groups that a card shows: the number itself, so the caller wipes it.
    public let formatted: SecretBytes
    /// How many digits the CVV has.
    public let cvvLength: Int
    /// How many digits the number may have.
    public let lengths: [Int]

    /// Checks what is there of a card as of `moment`; forms other than a typed card are not looked at.
    init(_ card: CardDraft, checksLuhn: Bool, at moment: Timestamp) {
        let digits = CardDigits(text: card.number ?? SecretBytes([]))
        defer { digits.bytes.wipe() }
        let detection = NetworkDetection()
        network = detection.network(whileTyping: digits.prefix)
        lengths = network == .unknown ? detection.lengths(for: digits.prefix) : detection.lengths(of: network, for: digits.prefix)
        cvvLength = network.cvvLength
        formatted = digits.formatted(for: network)

        let number = Self.number(digits, network, lengths, checksLuhn: checksLuhn)
        let isUndecided = network == .unknown && !number.isComplete
        var month = Self.month(card.expiryMonth ?? "")
        let year = Self.year(card.expiryYear ?? "", at: moment)
        if month.isComplete, year.isComplete, Self.isOver(card, at: moment) { month = .wrong(CardExpiry.expiredMessage) }
        fields = [
            (.number, number), (.expiryMonth, month), (.expiryYear, year),
            (.cvv, Self.cvv(card.cvv ?? SecretBytes([]), isUndecided ? nil : network)), (.holderName, Self.holder(card.holderName ?? "")),
        ]
    }

    /// The standing of one field; nil for a field that a typed card does not have.
    public subscript(field: CardField) -> Standing? {
        fields.first { $0.field == field }?.standing
    }

    /// From this length on, or at the network's longest, a wrong check digit is shown as wrong. Some networks also have longer numbers, but few cards
    /// do; of shorter ones more digits are to be expected.
    private static let usualLength = 16

    private static func number(_ digits: CardDigits, _ network: CardNetwork, _ lengths: [Int], checksLuhn: Bool) -> Standing {
        let longest = lengths.max() ?? 0
        if digits.hasForeignCharacters { return .wrong(CardNumberFault.notDigits.message) }
        if digits.count > longest { return .wrong(CardNumberFault.wrongLength(allowed: lengths).message) }
        guard lengths.contains(digits.count) else { return .incomplete }
        if !checksLuhn || !network.alwaysPassesLuhn || digits.passesLuhn { return .complete }
        return digits.count >= min(usualLength, longest) ? .wrong(CardNumberFault.failsLuhn.message) : .incomplete
    }

    private static func month(_ text: String) -> Standing {
        switch text {
        case "", "0", "1": .incomplete
        default: CardExpiry.month(of: text) == nil ? .wrong(CardExpiry.monthMessage) : .complete
        }
    }

    /// Two digits may be a whole year or the beginning of one: `20` is over as 2020, and right as the beginning of 2039.
    private static func year(_ text: String, at moment: Timestamp) -> Standing {
        guard text.utf8.count <= 4, text.utf8.allSatisfy(ASCIIText.isDigit) else { return .wrong(CardExpiry.yearMessage) }
        let isGood = { (text: String) in
            CardExpiry.year(of: text).map { !CardExpiry(month: 12, year: $0).isOver(at: moment) } ?? false
        }
        if isGood(text) { return .complete }
        let latest = text + String(repeating: "9", count: 4 - text.utf8.count)
        return isGood(latest) ? .incomplete : .wrong(CardExpiry.expiredMessage)
    }

    private static func isOver(_ card: CardDraft, at moment: Timestamp) -> Bool {
        guard let month = card.expiryMonth.flatMap(CardExpiry.month), let year = card.expiryYear.flatMap(CardExpiry.year) else { return false }
        return CardExpiry(month: month, year: year).isOver(at: moment)
    }

    /// `network` is nil while the number does not tell it.
    private static func cvv(_ code: SecretBytes, _ network: CardNetwork?) -> Standing {
        guard CVV.hasDigitsOnly(code), code.count <= CVV.lengths(for: network).max() ?? 0 else { return .wrong(CVV.message(for: network)) }
        return CVV.accepts(code, network: network) ? .complete : .incomplete
    }

    private static func holder(_ name: String) -> Standing {
        guard CardHolder.hasAllowedCharactersOnly(name), name.unicodeScalars.count <= CardHolder.lengths.upperBound else {
            return .wrong(CardHolder.message)
        }
        return CardHolder.accepts(name) ? .complete : .incomplete
    }
}
