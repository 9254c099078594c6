/// A command this reader sends (ISO/IEC 7816-4, section 5.1): only those that change nothing on the card but its transaction counter can be made.
public struct CommandAPDU: Hashable, Sendable {
    /// The instructions in use.
    public enum Instruction: UInt8, Sendable {
        /// SELECT.
        case select = 0xA4
        /// GET PROCESSING OPTIONS: each one that succeeds moves the card's transaction counter.
        case getProcessingOptions = 0xA8
        /// READ RECORD.
        case readRecord = 0xB2
        /// GET RESPONSE.
        case getResponse = 0xC0
    }

    /// Which of several applications with the same first bytes.
    enum Occurrence: UInt8, Sendable {
        case first = 0x00
        case next = 0x02
    }

    /// The name of the contactless directory, `2PAY.SYS.DDF01`.
    static let directoryName = [UInt8]("2PAY.SYS.DDF01".utf8)

    /// CLA.
    public let commandClass: UInt8
    /// INS.
    public let instruction: Instruction
    private let p1: UInt8
    private let p2: UInt8
    private let data: [UInt8]
    /// Nil: without Le.
    private let expectedLength: UInt8?

    private init(
        _ instruction: Instruction, _ p1: UInt8, _ p2: UInt8, commandClass: UInt8 = 0x00, data: [UInt8] = [], expectedLength: UInt8? = 0x00
    ) {
        self.commandClass = commandClass
        self.instruction = instruction
        self.p1 = p1
        self.p2 = p2
        self.data = data
        self.expectedLength = expectedLength
    }

    /// SELECT of the contactless directory.
    static let selectDirectory = CommandAPDU(.select, 0x04, 0x00, data: directoryName)

    /// SELECT of an application by its name or the beginning of it.
    static func select(_ application: ApplicationIdentifier, _ occurrence: Occurrence = .first) -> CommandAPDU {
        CommandAPDU(.select, 0x04, occurrence.rawValue, data: application.bytes)
    }

    /// GET PROCESSING OPTIONS with the values the card asked for, in the template 83.
    static func getProcessingOptions(_ values: DataObjectList.Values) -> CommandAPDU {
        let count = UInt8(truncatingIfNeeded: values.bytes.count)
        let header: [UInt8] = count < 0x80 ? [0x83, count] : [0x83, 0x81, count]
        return CommandAPDU(.getProcessingOptions, 0x00, 0x00, commandClass: 0x80, data: header + values.bytes)
    }

    /// READ RECORD.
    static func readRecord(_ record: ApplicationFileLocator.Record) -> CommandAPDU {
        CommandAPDU(.readRecord, record.number, record.file << 3 | 0x04)
    }

    /// GET RESPONSE; EMV answers it in class 00 whatever the command's was, other cards want the command's.
    static func getResponse(_ count: UInt8, commandClass: UInt8 = 0x00) -> CommandAPDU {
        CommandAPDU(.getResponse, 0x00, 0x00, commandClass: commandClass, expectedLength: count)
    }

    /// The same command with another Le; nil: with none.
    func expecting(_ length: UInt8?) -> CommandAPDU {
        CommandAPDU(instruction, p1, p2, commandClass: commandClass, data: data, expectedLength: length)
    }

    /// The bytes as they go to the card.
    public var bytes: [UInt8] {
        var bytes = [commandClass, instruction.rawValue, p1, p2]
        if !data.isEmpty {
            bytes.append(UInt8(truncatingIfNeeded: data.count))
            bytes += data
        }
        if let expectedLength { bytes.append(expectedLength) }
        return bytes
    }
}
