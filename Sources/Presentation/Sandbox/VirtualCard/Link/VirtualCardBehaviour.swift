/// A card as a reader meets it: it answers commands, one after the other, and forgets what was selected when it loses power.
public protocol VirtualCardBehaviour: Sendable {
    /// What it says of itself when it gets power (ATR, PC/SC part 3, section 3.1.3.2.3).
    var answerToReset: [UInt8] { get }

    /// It lost power, got it or was reset.
    mutating func reset()

    /// What it does on a command. The bytes are whatever was sent, a command or not.
    mutating func react(to command: [UInt8]) -> CardReaction
}

extension VirtualCardBehaviour {
    /// That of a card which speaks ISO/IEC 14443-4, as every contactless payment card does.
    public var answerToReset: [UInt8] { AnswerToReset.contactlessCard }
}

/// What a card does when it is sent a command.
public enum CardReaction: Hashable, Sendable {
    /// Sends data and status word; at most 65535 bytes, what is longer is cut off.
    case answer([UInt8])
    /// The same as another reaction, later. Power loss in between makes it forget.
    indirect case after(Duration, CardReaction)
    /// Announces the whole answer, sends its first bytes and is gone.
    case partial([UInt8], count: Int)
    /// Never answers. It still lies on the reader.
    case silence
    /// Is gone before it answers.
    case leave

    /// Half a status word: what some readers' firmware makes of a card that is gone (libnfc 606).
    public static let oneByte = CardReaction.answer([0x6F])
    /// An answer of no bytes. vpcd takes it for none and waits on, as it does for `silence`.
    public static let empty = CardReaction.answer([])
}

/// Answers to reset for cards of the tests and demonstrations.
public enum AnswerToReset {
    /// A contactless card of type A with historical bytes.
    public static let contactlessCard: [UInt8] = [
        0x3B, 0x8E, 0x80, 0x01, 0x80, 0x31, 0x80, 0x66, 0x78, 0x04, 0x01, 0x01, 0x01, 0x76, 0x83, 0x00, 0x90, 0x00, 0x40,
    ]

    /// MIFARE Classic 1K, as PC/SC describes storage cards: no commands can be sent to it.
    public static let storageCard: [UInt8] = [
        0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x6A,
    ]
}
