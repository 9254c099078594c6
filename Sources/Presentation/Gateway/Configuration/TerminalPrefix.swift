public import Payments

/// What the ids of some terminals begin with: how a configuration says whose terminals they are (contract, section 3).
public struct TerminalPrefix: Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public let rawValue: String

    /// What keeps a text from being one, as the end of a sentence.
    static let rule = "lower-case letters, digits and single dashes, no dash in front"

    /// Nil when no terminal's id can begin with the text.
    public init?(_ text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(Self.mayHold), !text.hasPrefix("-"), !text.contains("--") else { return nil }
        rawValue = String(text)
    }

    /// The text itself.
    public var description: String { rawValue }

    /// Whether the terminal's id begins with it.
    public func covers(_ terminal: TerminalID) -> Bool {
        terminal.rawValue.hasPrefix(rawValue)
    }

    /// Whether some terminal's id can begin with both.
    func overlaps(_ other: TerminalPrefix) -> Bool {
        rawValue.hasPrefix(other.rawValue) || other.rawValue.hasPrefix(rawValue)
    }

    private static func mayHold(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension [MerchantConfiguration] {
    /// Whether a merchant may use a terminal. With one merchant all terminals are its own; with several, those that it lists, and none where it lists none.
    func mayUse(_ terminal: TerminalID, _ merchant: MerchantID) -> Bool {
        guard count > 1 else { return first?.id == merchant }
        return contains { $0.id == merchant && $0.terminals.contains { $0.covers(terminal) } }
    }
}
