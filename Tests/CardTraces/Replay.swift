public import EMV

/// A command and what the card answers to it; nil: the card has left.
public struct Exchange: Sendable {
    /// When the answer fits.
    public enum Match: String, Sendable {
        /// SELECT by application, READ RECORD by record, GET PROCESSING OPTIONS by order.
        case usual
        /// The whole command.
        case exact
        /// As usual, but another Lc is answered 6700.
        case lc
    }

    /// The command as it is written down.
    public var command: [UInt8]
    /// With its status word.
    public var response: [UInt8]?
    /// Which commands it answers.
    public var match = Match.usual

    /// Takes the command in hexadecimal digits.
    public init(_ command: String, _ response: [UInt8]?, _ match: Match = .usual) {
        self.command = hex(command)
        self.response = response
        self.match = match
    }

    /// Takes both in hexadecimal digits.
    public init(_ command: String, _ response: String, _ match: Match = .usual) {
        self.init(command, hex(response), match)
    }

    var isSelect: Bool { command[1] == 0xA4 }
}

/// A card that answers from a list of exchanges. What is not listed answers 6A82 (SELECT), 6985 (GET PROCESSING OPTIONS), 6A83 (READ RECORD), 6D00 (else).
public final class Replay: CardChannel {
    private let exchanges: [Exchange]
    /// What it was asked.
    public private(set) var commands: [[UInt8]] = []
    /// What it answered.
    public private(set) var answers: [[UInt8]] = []
    /// The exchange of the last SELECT that was answered with something.
    private var selection: Int?
    private var selectsSeen: [[UInt8]: Int] = [:]
    private var processingOptionsSeen = 0
    private var lastMatch = 0

    /// A card of these exchanges, with nothing selected.
    public init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
    }

    /// Answers; a card that has left answers with no bytes.
    public func transmit(_ command: [UInt8]) -> [UInt8] {
        let answer = answer(to: command)
        commands.append(command)
        answers.append(answer)
        return answer
    }

    private func answer(to command: [UInt8]) -> [UInt8] {
        switch command[1] {
        case 0xA4: return answer(to: select(command), otherwise: [0x6A, 0x82])
        case 0xA8: return processingOptions(command)
        case 0xB2: return answer(to: record(command), otherwise: [0x6A, 0x83])
        case 0xC0: return answer(to: following(command), otherwise: [0x6D, 0x00])
        default: return [0x6D, 0x00]
        }
    }

    private func answer(to index: Int?, otherwise: [UInt8]) -> [UInt8] {
        guard let index else { return otherwise }
        lastMatch = index
        return exchanges[index].response ?? []
    }

    private func select(_ command: [UInt8]) -> Int? {
        // P2 and the name.
        let key = Array(command[3..<5 + Int(command[4])])
        let same = exchanges.indices.filter { exchanges[$0].isSelect && exchanges[$0].command.dropFirst(3).starts(with: key) }
        let exact = same.first { exchanges[$0].match == .exact && exchanges[$0].command == command }
        let usual = same.filter { exchanges[$0].match != .exact }
        guard let index = exact ?? (usual.isEmpty ? nil : usual[min(selectsSeen[key, default: 0], usual.count - 1)]) else { return nil }
        selectsSeen[key, default: 0] += 1
        selection = index
        processingOptionsSeen = 0
        return index
    }

    /// The exchanges after the last SELECT and before the next.
    private var selected: Range<Int> {
        guard let selection else { return 0..<0 }
        return selection + 1..<(exchanges[(selection + 1)...].firstIndex(where: \.isSelect) ?? exchanges.count)
    }

    private func processingOptions(_ command: [UInt8]) -> [UInt8] {
        let all = selected.filter { exchanges[$0].command[1] == 0xA8 }
        let exact = all.first { exchanges[$0].match == .exact && exchanges[$0].command == command }
        let usual = all.filter { exchanges[$0].match != .exact }
        guard let index = exact ?? (processingOptionsSeen < usual.count ? usual[processingOptionsSeen] : nil) else { return [0x69, 0x85] }
        if exchanges[index].match == .lc, exchanges[index].command[4] != command[4] { return [0x67, 0x00] }
        processingOptionsSeen += 1
        return answer(to: index, otherwise: [])
    }

    private func record(_ command: [UInt8]) -> Int? {
        selected.first { exchanges[$0].command == command } ?? selected.first { exchanges[$0].command.prefix(4) == command.prefix(4) }
    }

    private func following(_ command: [UInt8]) -> Int? {
        exchanges.indices.first { $0 > lastMatch && exchanges[$0].command == command }
    }
}
