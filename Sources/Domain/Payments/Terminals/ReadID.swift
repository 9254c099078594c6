/// The gateway's own id of a card read: `read_` and a ULID, so ids sort by the time they were made.
public struct ReadID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole id with its prefix.
    public let rawValue: String

    /// A new id from a ULID's text.
    init(ulid: ULID) {
        rawValue = "read_" + ulid.description
    }

    /// Nil when the text cannot be a read's id.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("read_"), IdentifierRule.own.accepts(text) else { return nil }
        rawValue = String(text)
    }

    /// The id itself.
    public var description: String { rawValue }

    /// By text, which is by time of making.
    public static func < (left: ReadID, right: ReadID) -> Bool { left.rawValue < right.rawValue }
}
