/// The id of a terminal: what the API, the configuration and the log call a reader. It is made of the reader's name, so that it is the same after
/// every restart.
public struct TerminalID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Lower-case letters, digits and single dashes, such as `acs-acr122u-00-00`.
    public let rawValue: String

    /// The id of a reader with this name: what is no ASCII letter or digit counts as a dash. A name without any gets `reader`.
    public init(readerName: String) {
        let words = readerName.lowercased().utf8.split { !Self.isPlain($0) }
        rawValue = words.isEmpty ? "reader" : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// An id as a caller wrote it; one that no reader can have is simply found nowhere.
    public init(_ text: String) {
        rawValue = text
    }

    /// The id itself.
    public var description: String { rawValue }

    /// By text.
    public static func < (left: TerminalID, right: TerminalID) -> Bool { left.rawValue < right.rawValue }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}

/// A card terminal as the API shows it (contract, section 3).
public struct Terminal: Hashable, Sendable {
    /// Which one.
    public let id: TerminalID
    /// The reader's name as its driver gives it.
    public let name: String
    /// What it is doing.
    public let status: TerminalStatus

    /// Makes a terminal.
    public init(id: TerminalID, name: String, status: TerminalStatus) {
        self.id = id
        self.name = name
        self.status = status
    }
}

/// What a terminal is doing; the raw value is the word of the API.
public enum TerminalStatus: String, CaseIterable, Sendable {
    /// Nothing lies on it.
    case ready = "READY"
    /// A card lies on it and is not being read.
    case cardPresent = "CARD_PRESENT"
    /// A read waits for a card, or reads it.
    case reading = "READING"
    /// It does not answer, or another program holds it.
    case unavailable = "UNAVAILABLE"
}

/// The attached terminals, and why there may be none.
public struct TerminalListing: Hashable, Sendable {
    /// In the order of their ids.
    public let terminals: [Terminal]
    /// What keeps terminals from being found, for a person; nil when nothing does.
    public let problem: String?

    /// The problem of a machine, or a merchant, that has no reader.
    public static let noReader = "No card terminal is attached, or the driver of the one that is plugged in does not show it."

    /// Makes a listing.
    public init(terminals: [Terminal], problem: String? = nil) {
        self.terminals = terminals
        self.problem = problem
    }

    /// The part that somebody may see. Who has no terminal is told so in the same words whether or not there are terminals of others.
    func filtered(_ isVisible: (TerminalID) -> Bool) -> TerminalListing {
        let visible = terminals.filter { isVisible($0.id) }
        return TerminalListing(terminals: visible, problem: problem ?? (visible.isEmpty ? Self.noReader : nil))
    }
}
