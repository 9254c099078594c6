/// A card that does as another one until a fault befalls it.
public struct FaultyCard: VirtualCardBehaviour {
    /// What goes wrong.
    public enum Fault: Hashable, Sendable {
        /// It is taken away before it answers.
        case leaves
        /// It is taken away in the middle of its answer.
        case leavesInMidAnswer
        /// It answers one byte, this once.
        case answersOneByte
        /// It answers no byte, this once: vpcd waits on.
        case answersNothing
        /// It never answers, until it loses power.
        case fallsSilent
    }

    private var card: any VirtualCardBehaviour
    private let fault: Fault
    private let goodAnswers: Int
    private var commands = 0

    /// `goodAnswers`: how many commands it answers before that.
    public init(_ card: any VirtualCardBehaviour, _ fault: Fault, after goodAnswers: Int) {
        self.card = card
        self.fault = fault
        self.goodAnswers = goodAnswers
    }

    /// That of the card.
    public var answerToReset: [UInt8] { card.answerToReset }

    /// As the card; how many commands there were is not forgotten.
    public mutating func reset() {
        card.reset()
    }

    /// As the card, but for the fault.
    public mutating func react(to command: [UInt8]) -> CardReaction {
        commands += 1
        let reaction = card.react(to: command)
        guard commands == goodAnswers + 1 || fault == .fallsSilent && commands > goodAnswers else { return reaction }
        switch fault {
        case .leaves: return .leave
        case .leavesInMidAnswer:
            guard case .answer(let bytes) = reaction else { return .leave }
            return .partial(bytes, count: bytes.count / 2)
        case .answersOneByte: return .oneByte
        case .answersNothing: return .empty
        case .fallsSilent: return .silence
        }
    }
}

/// A card that takes its time over each answer: a real one needs 15 to 150 ms.
public struct SlowCard: VirtualCardBehaviour {
    private var card: any VirtualCardBehaviour
    private let time: Duration

    /// Lets `card` answer `time` later than it would.
    public init(_ card: any VirtualCardBehaviour, taking time: Duration) {
        self.card = card
        self.time = time
    }

    /// That of the card.
    public var answerToReset: [UInt8] { card.answerToReset }

    /// As the card.
    public mutating func reset() {
        card.reset()
    }

    /// As the card, later.
    public mutating func react(to command: [UInt8]) -> CardReaction {
        .after(time, card.react(to: command))
    }
}
