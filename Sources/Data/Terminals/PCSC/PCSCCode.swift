internal import CPCSC

/// What a call of pcsc-lite returned. Its `LONG` has 64 bits on Linux, and the codes arrive in it without their sign: only the lower 32 bits count.
struct PCSCCode: RawRepresentable, Error, Hashable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(_ returned: LONG) {
        rawValue = UInt32(truncatingIfNeeded: returned)
    }

    static let success = PCSCCode(rawValue: 0)
    static let cancelled = PCSCCode(rawValue: 0x8010_0002)
    static let insufficientBuffer = PCSCCode(rawValue: 0x8010_0008)
    static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
    static let timeout = PCSCCode(rawValue: 0x8010_000A)
    static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
    static let noCard = PCSCCode(rawValue: 0x8010_000C)
    static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
    static let notReady = PCSCCode(rawValue: 0x8010_0010)
    static let communicationError = PCSCCode(rawValue: 0x8010_0013)
    static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
    static let noService = PCSCCode(rawValue: 0x8010_001D)
    static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
    static let noReaders = PCSCCode(rawValue: 0x8010_002E)
    static let dataLost = PCSCCode(rawValue: 0x8010_002F)
    static let unsupportedCard = PCSCCode(rawValue: 0x8010_0065)
    static let unresponsiveCard = PCSCCode(rawValue: 0x8010_0066)
    static let unpoweredCard = PCSCCode(rawValue: 0x8010_0067)
    static let resetCard = PCSCCode(rawValue: 0x8010_0068)
    static let removedCard = PCSCCode(rawValue: 0x8010_0069)
    static let accessDenied = PCSCCode(rawValue: 0x8010_006A)

    /// Whether the card is to blame: it left, or stands at the edge of the field. With any other code the reader, its driver or the service is lost.
    var isOfCard: Bool {
        switch self {
        case .noCard, .notReady, .notTransacted, .dataLost, .unresponsiveCard, .unpoweredCard, .resetCard, .removedCard: true
        default: false
        }
    }

    /// What the code means where the service has let us in: it shows by closing the connection that it does not, and so does one that dies.
    var afterAdmission: PCSCCode { self == .accessDenied || self == .communicationError ? .noService : self }

    /// Whether the card speaks none of the protocols of smart cards.
    var meansNoSmartCard: Bool { self == .protocolMismatch || self == .unsupportedCard }
}

extension PCSCCode: CustomStringConvertible {
    /// As pcsc-lite's documents write it.
    var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
