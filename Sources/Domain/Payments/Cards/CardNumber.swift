public import Secrets

/// A card number: one that was typed keeps the rules, which are digits only, a length that its network has, and a check digit that fits; one that
/// was read from a chip is as it was read.
///
/// It prints as `411111******1111`, never whole.
public struct CardNumber: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let number: CardDigits
    /// By the first digits and the length, or by the chip's application.
    public let network: CardNetwork

    /// Reads a number as people write it; spaces and dashes do not count.
    public init(text: SecretBytes, checksLuhn: Bool = true) throws(CardNumberFault) {
        let number = CardDigits(text: text)
        let detection = NetworkDetection()
        do throws(CardNumberFault) {
            guard !number.hasForeignCharacters, number.count > 0 else { throw .notDigits }
            let lengths = detection.lengths(for: number.prefix)
            guard lengths.contains(number.count) else { throw .wrongLength(allowed: lengths) }
            network = detection.network(ofComplete: number.prefix)
            guard !checksLuhn || !network.alwaysPassesLuhn || number.passesLuhn else { throw .failsLuhn }
        } catch {
            number.bytes.wipe()
            throw error
        }
        self.number = number
    }

    /// Takes a copy of the number on a chip, whose application may name the network.
    init(chip digits: SecretBytes, network: CardNetwork?) {
        number = CardDigits(text: digits)
        self.network = network ?? NetworkDetection().network(ofComplete: number.prefix)
    }

    /// How many digits it has.
    var count: Int { number.count }

    /// The number as ASCII digits, for the provider alone.
    public var digits: SecretBytes { number.bytes }

    /// The first six digits, which name the issuer.
    public var first6: String { number.first6 }

    /// The last four digits.
    public var last4: String { number.last4 }

    /// The number with all but its first six and last four digits hidden.
    public var description: String {
        first6 + String(repeating: "*", count: max(number.count - 10, 0)) + last4
    }

    /// As `description`.
    public var debugDescription: String { description }

    /// Hides the digits from `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["network": network, "masked": description]) }

    /// Overwrites the digits.
    public func wipe() {
        number.bytes.wipe()
    }
}

/// Why a text is no card number.
public enum CardNumberFault: Error, Hashable, Sendable {
    /// Something else than digits, spaces and dashes, or nothing at all.
    case notDigits
    /// No network has numbers of this length that begin like this.
    case wrongLength(allowed: [Int])
    /// The check digit does not fit: a digit is wrong or two are swapped.
    case failsLuhn

    /// What the rule is, for a person.
    public var message: String {
        switch self {
        case .notDigits: "must consist of digits; spaces and dashes are allowed between them"
        case .wrongLength(let allowed): "must have \(Self.list(allowed)) digits"
        case .failsLuhn: "has a wrong digit: the check digit does not fit"
        }
    }

    var rule: FieldRule {
        switch self {
        case .notDigits: .format
        case .wrongLength: .length
        case .failsLuhn: .luhn
        }
    }

    /// `13, 16, 18 or 19`, and `12 to 19` when nothing is missing in between.
    private static func list(_ numbers: [Int]) -> String {
        guard let first = numbers.first, let last = numbers.last, first != last else { return numbers.first.map(String.init) ?? "no" }
        if numbers.count > 2, last - first == numbers.count - 1 { return "\(first) to \(last)" }
        return numbers.dropLast().map(String.init).joined(separator: ", ") + " or \(last)"
    }
}
