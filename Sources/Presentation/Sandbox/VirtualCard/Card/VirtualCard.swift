/// An imitation of a contactless payment card (EMV Books 1 and 3, Book B): it keeps to a real card's order of commands and refuses what a real card
/// refuses.
struct VirtualCard: VirtualCardBehaviour {
    /// The contactless directory, `2PAY.SYS.DDF01`.
    enum Directory: Hashable, Sendable {
        /// Lists the applications.
        case listing
        /// Is there, with nothing in it: a phone whose wallet is locked.
        case empty
        case absent
    }

    /// How answers with data travel (ISO/IEC 7816-4, section 5.1).
    enum Transport: Hashable, Sendable {
        /// At once, to whoever sends an open Le.
        case direct
        /// By GET RESPONSE, so many bytes at a time.
        case getResponse(part: Int)
        /// To exactly the right Le; any other is told it.
        case exactLength
    }

    static let directoryName = Array("2PAY.SYS.DDF01".utf8)

    private let applications: [VirtualApplication]
    private let directory: Directory
    private let isBlocked: Bool
    private let transport: Transport

    /// How many payments it has begun; it survives the loss of power.
    private var counter: UInt16 = 0
    private var selection = Selection.nothing
    /// What waits for GET RESPONSE.
    private var waiting: ArraySlice<UInt8> = []

    private enum Selection: Hashable, Sendable {
        case nothing
        case directory
        /// Processing options are given once after each SELECT, and records only after them.
        case application(Int, isOpen: Bool)
    }

    init(_ applications: VirtualApplication..., directory: Directory = .listing, isBlocked: Bool = false, transport: Transport = .direct) {
        self.applications = applications
        self.directory = directory
        self.isBlocked = isBlocked
        self.transport = transport
    }

    mutating func reset() {
        selection = .nothing
        waiting = []
    }

    mutating func react(to bytes: [UInt8]) -> CardReaction {
        guard let command = ShortCommand(bytes) else { return .answer(CardAnswer.status(.wrongLength).bytes) }
        return .answer(deliver(command).bytes)
    }

    /// A command that is refused over its length has not been carried out.
    private mutating func deliver(_ command: ShortCommand) -> CardAnswer {
        var after = self
        var answer = after.carryOut(command)
        // GET RESPONSE sees to its own length.
        if !answer.data.isEmpty, command.instruction != Self.getResponse {
            switch transport {
            case .direct:
                guard command.expectedLength == 0 || command.expectedLength.map(Int.init) == answer.data.count else { return .status(.wrongLength) }
            case .exactLength:
                guard command.expectedLength == UInt8(truncatingIfNeeded: answer.data.count) else { return .status(.rightLength(answer.data.count)) }
            case .getResponse(let part):
                after.waiting = answer.data[...]
                answer = .status(.waiting(min(part, answer.data.count)))
            }
        }
        self = after
        return answer
    }

    private static let getResponse: UInt8 = 0xC0

    private mutating func carryOut(_ command: ShortCommand) -> CardAnswer {
        if command.instruction != Self.getResponse { waiting = [] }
        switch (command.commandClass, command.instruction) {
        case (0x00, 0xA4): return select(command)
        case (0x80, 0xA8): return processingOptions(command)
        case (0x00, 0xB2): return record(command)
        case (0x00, Self.getResponse): return nextPart(command)
        case (0x00, 0xA8), (0x80, 0xA4), (0x80, 0xB2), (0x80, Self.getResponse): return .status(.classNotSupported)
        case (0x00, _), (0x80, _): return .status(.instructionNotSupported)
        default: return .status(.classNotSupported)
        }
    }

    private mutating func select(_ command: ShortCommand) -> CardAnswer {
        let isNext = command.p2 == 0x02
        guard command.p1 == 0x04, command.p2 == 0x00 || isNext else { return .status(.incorrectParameters) }
        if isBlocked { return .status(.functionNotSupported) }
        if command.data == Self.directoryName, directory != .absent, !isNext {
            selection = .directory
            return CardAnswer(data: directoryInformation.encoded, status: .success)
        }
        // The beginning of a name is enough; then it is the first of those that have it, or the next after the one that is selected.
        guard (5...16).contains(command.data.count), let index = index(of: command.data, isNext: isNext) else { return .status(.fileNotFound) }
        selection = .application(index, isOpen: false)
        let application = applications[index]
        return CardAnswer(data: application.controlInformation.encoded, status: application.isBlocked ? .applicationBlocked : .success)
    }

    private func index(of name: [UInt8], isNext: Bool) -> Int? {
        var candidates = applications.indices[...]
        if isNext {
            guard case .application(let index, _) = selection, applications[index].name.starts(with: name) else { return nil }
            candidates = candidates[(index + 1)...]
        }
        return candidates.first { applications[$0].name.starts(with: name) }
    }

    private var directoryInformation: DataObject {
        let entries = directory == .listing ? applications.map(\.directoryEntry) : []
        return .template(
            tag: 0x6F, [.value(tag: 0x84, Self.directoryName), .template(tag: 0xA5, [.template(tag: 0xBF0C, entries)])])
    }

    private mutating func processingOptions(_ command: ShortCommand) -> CardAnswer {
        guard command.p1 == 0, command.p2 == 0 else { return .status(.incorrectParameters) }
        guard case .application(let index, isOpen: false) = selection, !applications[index].isBlocked, counter < .max else {
            return .status(.conditionsNotSatisfied)
        }
        let application = applications[index]
        guard let values = Self.commandTemplate(command.data) else { return .status(.wrongData) }
        guard values.count == application.asks.total else { return .status(.wrongLength) }
        let answer = application.processingOptions(values, counter: counter + 1)
        if answer.status == .success { counter += 1 }
        // Also a refused one has used up the SELECT.
        selection = .application(index, isOpen: answer.status == .success)
        return answer
    }

    /// What is in tag 83.
    private static func commandTemplate(_ data: [UInt8]) -> [UInt8]? {
        guard data.first == 0x83, data.count >= 2 else { return nil }
        let header = data[1] == 0x81 ? 3 : 2
        guard data.count >= header, data[header - 1] < 0x80 || header == 3, data.count == header + Int(data[header - 1]) else { return nil }
        return Array(data[header...])
    }

    private func record(_ command: ShortCommand) -> CardAnswer {
        guard command.p2 & 0x07 == 0x04 else { return .status(.incorrectParameters) }
        guard command.data.isEmpty else { return .status(.wrongLength) }
        guard case .application(let index, isOpen: true) = selection else { return .status(.conditionsNotSatisfied) }
        guard let file = applications[index].file(command.p2 >> 3) else { return .status(.fileNotFound) }
        guard (1...file.records.count).contains(Int(command.p1)) else { return .status(.recordNotFound) }
        return CardAnswer(data: file.records[Int(command.p1) - 1].bytes, status: .success)
    }

    private mutating func nextPart(_ command: ShortCommand) -> CardAnswer {
        guard case .getResponse(let part) = transport, !waiting.isEmpty else { return .status(.conditionsNotSatisfied) }
        let offered = min(part, waiting.count)
        guard let length = command.expectedLength, length != 0, Int(length) <= offered else { return .status(.rightLength(offered)) }
        let data = Array(waiting.prefix(Int(length)))
        waiting = waiting.dropFirst(data.count)
        return CardAnswer(data: data, status: waiting.isEmpty ? .success : .waiting(min(part, waiting.count)))
    }
}
