import CardTraces
import EMV

/// A card's conversation with the reader, held once and then repeated from the answers it gave, so that looking them up costs nothing.
struct Conversation {
    let title: String
    private let commands: [[UInt8]]
    private let answers: [[UInt8]]
    private let isRead: Bool

    init(title: String, exchanges: [Exchange]) {
        self.title = title
        let replay = Replay(exchanges)
        isRead = CardReader(terminal: .test()).read(replay).card != nil
        (commands, answers) = (replay.commands, replay.answers)
    }

    /// Nil for a card that cannot be read.
    var cost: ReadCost? { isRead ? ReadCost(commands: commands, answers: answers) : nil }

    /// How long each of the reads takes, its unpredictable number from the system's source as in earnest.
    func times(rounds: Int) -> [Duration] {
        let clock = ContinuousClock()
        var terminal = TerminalProfile.test()
        terminal.unpredictableNumber = { UInt32.random(in: 0...UInt32.max) }
        let reader = CardReader(terminal: terminal)
        return (0..<rounds).map { _ in
            let card = AnsweringCard(answers)
            let start = clock.now
            let outcome = reader.read(card)
            let time = clock.now - start
            precondition(outcome.tally.commands == commands.count && (outcome.card != nil) == isRead, "\(title) is not read as before")
            return time
        }
    }
}

/// A card that gives its answers one after the other.
private final class AnsweringCard: CardChannel {
    private var rest: IndexingIterator<[[UInt8]]>

    init(_ answers: [[UInt8]]) {
        rest = answers.makeIterator()
    }

    func transmit(_ command: [UInt8]) throws(CardChannelError) -> [UInt8] {
        guard let answer = rest.next() else { throw .cardRemoved }
        return answer
    }
}
