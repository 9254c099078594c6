/// What the PC/SC service says of one reader.
struct ReaderReport: Hashable, Sendable {
    /// The bits of a state, of which several are set at a time: they are masked, never compared as a whole (`SCARD_STATE_…`).
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt16

        static let unknown = Flags(rawValue: 0x0004)
        static let unavailable = Flags(rawValue: 0x0008)
        static let present = Flags(rawValue: 0x0020)
        static let exclusive = Flags(rawValue: 0x0080)
        static let mute = Flags(rawValue: 0x0200)
    }

    let name: String
    /// The flags, and above them how often a card came or went.
    let word: UInt
    let atr: [UInt8]

    init(name: String, word: UInt, atr: [UInt8] = []) {
        self.name = name
        self.word = word
        self.atr = atr
    }

    var flags: Flags { Flags(rawValue: UInt16(truncatingIfNeeded: word)) }
    /// How often a card came or went, modulo 65536.
    var counter: UInt16 { UInt16(truncatingIfNeeded: word >> 16) }
    /// Whether the reader is there at all.
    var isAttached: Bool { !flags.contains(.unknown) }
    var hasCard: Bool { flags.contains(.present) }
}
