/// What a card answers.
struct CardAnswer: Hashable, Sendable {
    var data: [UInt8] = []
    var status: Status

    /// SW1 and SW2.
    struct Status: RawRepresentable, Hashable, Sendable {
        let rawValue: UInt16

        static let success = Status(rawValue: 0x9000)
        static let applicationBlocked = Status(rawValue: 0x6283)
        static let wrongLength = Status(rawValue: 0x6700)
        static let otherInterface = Status(rawValue: 0x6984)
        static let conditionsNotSatisfied = Status(rawValue: 0x6985)
        /// From a phone: its owner has to act first.
        static let commandNotAllowed = Status(rawValue: 0x6986)
        static let wrongData = Status(rawValue: 0x6A80)
        /// To SELECT: the card is blocked.
        static let functionNotSupported = Status(rawValue: 0x6A81)
        static let fileNotFound = Status(rawValue: 0x6A82)
        static let recordNotFound = Status(rawValue: 0x6A83)
        static let incorrectParameters = Status(rawValue: 0x6A86)
        static let instructionNotSupported = Status(rawValue: 0x6D00)
        static let classNotSupported = Status(rawValue: 0x6E00)

        /// As many bytes wait for GET RESPONSE.
        static func waiting(_ count: Int) -> Status { Status(rawValue: 0x6100 | UInt16(truncatingIfNeeded: count & 0xFF)) }

        /// The command is to be sent again with this Le.
        static func rightLength(_ count: Int) -> Status { Status(rawValue: 0x6C00 | UInt16(truncatingIfNeeded: count & 0xFF)) }
    }

    /// No data.
    static func status(_ status: Status) -> CardAnswer { CardAnswer(status: status) }

    var bytes: [UInt8] { data + [UInt8(status.rawValue >> 8), UInt8(status.rawValue & 0xFF)] }
}
