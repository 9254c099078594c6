/// The two bytes that end every answer of a card (ISO/IEC 7816-4, section 5.6).
public struct StatusWord: RawRepresentable, Hashable, Sendable {
    /// SW1 and SW2.
    public let rawValue: UInt16

    /// Takes SW1 and SW2 as one number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The command was carried out.
    public static let success = StatusWord(0x9000)
    /// The selected application is blocked.
    public static let applicationBlocked = StatusWord(0x6283)
    /// Lc or Le is not what the command wants.
    public static let wrongLength = StatusWord(0x6700)
    /// A record behind a lock.
    public static let securityNotSatisfied = StatusWord(0x6982)
    /// GET PROCESSING OPTIONS: pay by another interface.
    public static let referencedDataInvalidated = StatusWord(0x6984)
    /// Not under these conditions.
    public static let conditionsNotSatisfied = StatusWord(0x6985)
    /// Not now; from a phone: its owner has to act first.
    public static let commandNotAllowed = StatusWord(0x6986)
    /// The applet cannot be selected.
    public static let appletSelectFailed = StatusWord(0x6999)
    /// To the first SELECT: the card is blocked.
    public static let functionNotSupported = StatusWord(0x6A81)
    /// No such file or application.
    public static let fileNotFound = StatusWord(0x6A82)
    /// No such record.
    public static let recordNotFound = StatusWord(0x6A83)
    /// P1 or P2 is wrong.
    public static let incorrectParameters = StatusWord(0x6A86)
    /// No such data object.
    public static let referencedDataNotFound = StatusWord(0x6A88)
    /// The instruction is not known.
    public static let instructionNotSupported = StatusWord(0x6D00)
    /// The class is not known.
    public static let classNotSupported = StatusWord(0x6E00)
    /// An error without a name.
    public static let noDiagnosis = StatusWord(0x6F00)

    /// The first byte.
    public var sw1: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
    /// The second byte.
    public var sw2: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

    /// Whether it can be a status word at all: what is left of an answer that was cut seldom ends in one.
    var isWellFormed: Bool { sw1 & 0xF0 == 0x60 || sw1 & 0xF0 == 0x90 }

    /// Whether more bytes wait for GET RESPONSE.
    var announcesMore: Bool { sw1 == 0x61 }

    /// Whether the command is to be sent again with SW2 as Le.
    var correctsLength: Bool { sw1 == 0x6C }

    /// Whether data that came with it is to be used: carried out, or carried out with a warning.
    var allowsData: Bool { self == .success || sw1 == 0x62 || sw1 == 0x63 }
}

extension StatusWord: CustomStringConvertible {
    /// Four hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
