import EMV
import Secrets

/// The commands of a read beside the fewest that tell the same: the directory, the application that was read, its processing options, and of its records
/// those without which number, expiry or name would not be known; with each, the fetching (61xx) and correcting (6Cxx) that this card wants.
struct ReadCost {
    private(set) var commands = 0
    private(set) var minimum = 0
    private var extra: [(reason: String, count: Int)] = []

    /// What the commands beyond the minimum were for.
    var reasons: String { extra.map { "\($0.reason) \($0.count)" }.joined(separator: ", ") }

    init(commands: [[UInt8]], answers: [[UInt8]]) {
        let requests = Request.all(commands, answers)
        let last = requests.lastIndex { $0.isSelect } ?? 0
        for index in requests.indices where index == 0 || !requests[index].isRecord || index < last {
            count(requests, index, last: last)
        }
        countRecords(requests[last...])
        self.commands = commands.count
    }

    private mutating func count(_ requests: [Request], _ index: Int, last: Int) {
        let request = requests[index]
        // Of requests that are the same the last one told what there was to be told.
        let isRepeated = requests[(index + 1)...].first?.isSame(as: request) == true
        if !isRepeated, index == last || request.isDirectory || index > last && requests.lastIndex(where: \.isProcessingOptions) == index {
            minimum += request.commands
        } else if isRepeated {
            add(request.commands, "asked again:")
        } else if request.isRecord {
            add(request.commands, "records of an application without a number:")
        } else if request.isProcessingOptions || request.isSame(as: requests[last]) {
            add(request.commands, "processing options refused:")
        } else if !request.isAnswered {
            add(request.commands, request.isNotFound ? "applications that are not there:" : "applications that refuse:")
        } else {
            add(request.commands, "an application without a number:")
        }
    }

    private mutating func countRecords(_ requests: ArraySlice<Request>) {
        let known = requests.filter(\.isProcessingOptions).last?.facts ?? []
        let records = requests.filter(\.isRecord)
        let hasChip = requests.contains { $0.facts.contains(.number) }
        let told = { (record: Request) in hasChip ? record.facts.subtracting(.stripe) : record.facts }
        // For what can be known the fewest commands that tell it.
        var fewest = [known.rawValue: 0]
        for record in records {
            for (facts, count) in fewest {
                let more = Facts(rawValue: facts).union(told(record)).rawValue
                fewest[more] = min(fewest[more] ?? .max, count + record.commands)
            }
        }
        let all = records.reduce(known) { $0.union(told($1)) }
        let needed = fewest[all.rawValue] ?? 0
        minimum += needed
        let refused = records.filter { !$0.isAnswered }.reduce(0) { $0 + $1.commands }
        add(refused, "records that are not there or locked:")
        let rest = records.reduce(0) { $0 + $1.commands } - needed - refused
        add(rest, all.contains(.name) ? "records that tell nothing more:" : "records searched for a name that the card has not:")
    }

    private mutating func add(_ count: Int, _ reason: String) {
        guard count > 0 else { return }
        if let index = extra.firstIndex(where: { $0.reason == reason }) { extra[index].count += count } else { extra.append((reason, count)) }
    }
}

/// What is asked of a card.
private struct Facts: OptionSet {
    let rawValue: Int
    static let number = Facts(rawValue: 1)
    static let expiry = Facts(rawValue: 2)
    static let name = Facts(rawValue: 4)
    /// The stripe's images, where the chip has no number of its own.
    static let stripe = Facts(rawValue: 8)

    static func told(by data: [UInt8]) -> Facts {
        guard let tree = try? TLVTree(decoding: SecretBytes(data)) else { return [] }
        return tree.tags.reduce(into: Facts()) { facts, tag in
            switch tag.bytes {
            case 0x57: facts.formUnion([.number, .expiry])
            case 0x5A: facts.insert(.number)
            case 0x5F24: facts.insert(.expiry)
            case 0x5F20, 0x9F0B: facts.insert(.name)
            case 0x56: facts.formUnion([.stripe, .name])
            case 0x9F6B: facts.insert(.stripe)
            default: break
            }
        }
    }
}

/// One command with what the transport made of it: fetching the rest, sending it again with another length.
private struct Request {
    let command: [UInt8]
    var commands = 1
    private var data: [UInt8] = []
    private var status: [UInt8] = []

    static func all(_ commands: [[UInt8]], _ answers: [[UInt8]]) -> [Request] {
        var requests: [Request] = []
        for (command, answer) in zip(commands, answers) {
            if let last = requests.indices.last, command[1] == 0xC0 || requests[last].status.first == 0x6C {
                requests[last].commands += 1
                requests[last].hear(answer)
            } else {
                var request = Request(command: command)
                request.hear(answer)
                requests.append(request)
            }
        }
        return requests
    }

    private init(command: [UInt8]) {
        self.command = command
    }

    private mutating func hear(_ answer: [UInt8]) {
        data += answer.dropLast(2)
        status = answer.suffix(2)
    }

    var isSelect: Bool { command[1] == 0xA4 }
    var isDirectory: Bool { isSelect && command.dropFirst(5).first == UInt8(ascii: "2") }
    var isProcessingOptions: Bool { command[1] == 0xA8 }
    var isRecord: Bool { command[1] == 0xB2 }
    var isAnswered: Bool { !data.isEmpty && status != [0x62, 0x83] }
    var isNotFound: Bool { status == [0x6A, 0x82] }
    var facts: Facts { .told(by: data) }

    /// Whether it asks for the same, whatever its Le.
    func isSame(as other: Request) -> Bool {
        command == other.command || command.dropLast() == other.command[...] || command[...] == other.command.dropLast()
    }
}
