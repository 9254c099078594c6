import CardTraces
import Sandbox
import TestSupport

/// A card that tells how many commands it was sent, before it answers.
struct WatchedCard: VirtualCardBehaviour {
    private var card: any VirtualCardBehaviour
    let commands = Watched(0)

    init(_ card: any VirtualCardBehaviour) {
        self.card = card
    }

    var answerToReset: [UInt8] { card.answerToReset }

    mutating func reset() { card.reset() }

    mutating func react(to command: [UInt8]) -> CardReaction {
        commands.withLock { $0 += 1 }
        return card.react(to: command)
    }
}

/// A card that is late once.
struct LateCard: VirtualCardBehaviour {
    private var card: any VirtualCardBehaviour
    private let command: Int
    private let time: Duration
    private var commands = 0

    init(_ card: any VirtualCardBehaviour, at command: Int, by time: Duration) {
        self.card = card
        self.command = command
        self.time = time
    }

    var answerToReset: [UInt8] { card.answerToReset }

    mutating func reset() { card.reset() }

    mutating func react(to command: [UInt8]) -> CardReaction {
        commands += 1
        let reaction = card.react(to: command)
        return commands == self.command ? .after(time, reaction) : reaction
    }
}

/// A card that answers from a list of exchanges.
///
/// `@unchecked`: `Replay` is a class for the thread that reads a card; here it is used by the card's own thread alone.
struct ReplayedCard: VirtualCardBehaviour, @unchecked Sendable {
    private let exchanges: [Exchange]
    private var replay: Replay

    init(_ exchanges: [Exchange]) {
        self.exchanges = exchanges
        replay = Replay(exchanges)
    }

    mutating func reset() { replay = Replay(exchanges) }

    mutating func react(to command: [UInt8]) -> CardReaction {
        let answer = replay.transmit(command)
        return answer.isEmpty ? .leave : .answer(answer)
    }
}
