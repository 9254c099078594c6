import Sandbox

/// A Visa card in three answers, which can be told to fail at one of its commands. Its number is a public test number.
struct TestCard: VirtualCardBehaviour {
    /// The number of commands a read of it takes.
    static let commands = 3
    static let number = "4111111111111111"

    var answerToReset: [UInt8] = AnswerToReset.contactlessCard
    /// What it does at the command with this number of a conversation instead of answering, the first one being 1.
    var faults: [Int: CardReaction] = [:]
    /// Before every answer.
    var delay: Duration?
    let log = CommandLog()
    private var count = 0

    init(faults: [Int: CardReaction] = [:], delay: Duration? = nil, answerToReset: [UInt8] = AnswerToReset.contactlessCard) {
        self.faults = faults
        self.delay = delay
        self.answerToReset = answerToReset
    }

    mutating func reset() {
        count = 0
    }

    mutating func react(to command: [UInt8]) -> CardReaction {
        // A conversation begins with SELECT of the directory; nothing need have reset the card since the last one.
        count = command.starts(with: [0x00, 0xA4, 0x04, 0x00, 0x0E]) ? 1 : count + 1
        log.append(command)
        if let fault = faults[count] { return fault }
        let answer = CardReaction.answer(Self.answer(to: command))
        return delay.map { .after($0, answer) } ?? answer
    }

    /// What a card without faults answers.
    static func answer(to command: [UInt8]) -> [UInt8] {
        switch (command[1], command.count > 5 ? command[5] : 0) {
        case (0xA4, UInt8(ascii: "2")): [0x6F, UInt8(directory.count)] + directory + [0x90, 0x00]
        case (0xA4, 0xA0): selected
        case (0xA8, _): options
        default: [0x6A, 0x82]
        }
    }

    /// What it answers to SELECT of its application.
    static let selected: [UInt8] = [0x6F, UInt8(application.count)] + application + [0x90, 0x00]
    /// What it answers to GET PROCESSING OPTIONS.
    static let options: [UInt8] = [0x77, UInt8(content.count)] + content + [0x90, 0x00]

    private static let identifier: [UInt8] = [0xA0, 0x00, 0x00, 0x00, 0x03, 0x10, 0x10]
    private static let directory: [UInt8] =
        [0x84, 0x0E] + Array("2PAY.SYS.DDF01".utf8) + [0xA5, 0x0E, 0xBF, 0x0C, 0x0B, 0x61, 0x09, 0x4F, 0x07] + identifier
    private static let application: [UInt8] = [0x84, 0x07] + identifier + [0xA5, 0x06, 0x50, 0x04] + Array("VISA".utf8)
    /// Track 2 and a name, and no records to be read.
    private static let content: [UInt8] =
        [0x57, 0x10, 0x41, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0xD3, 0x01, 0x22, 0x01, 0x00, 0x00, 0x00, 0x0F]
        + [0x5F, 0x20, 0x09] + Array("DOE/JANE ".utf8)
}
