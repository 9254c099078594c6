import Reactor

/// A card's stay on a virtual reader, from connect to close, on a thread of its own.
struct CardSession {
    private let address: SocketAddress
    private let socket: ReaderSocket
    private var card: any VirtualCardBehaviour
    private var frames = ReaderFrames()
    private var outgoing: ArraySlice<UInt8> = []
    /// What the card will do about the command it thinks over.
    private var thought: (reaction: CardReaction, due: ContinuousClock.Instant)?
    /// The card answers nothing any more, until it loses power.
    private var isMute = false
    /// What ends the stay as soon as all is sent.
    private var isLeaving = false

    init(_ card: any VirtualCardBehaviour, at address: SocketAddress, bell: Bell, until limit: ContinuousClock.Instant) throws(VirtualReaderError) {
        self.address = address
        self.card = card
        socket = try .connecting(to: address, bell: bell)
        while true {
            let wake = socket.wait(reading: false, writing: true, until: limit)
            if wake.isStopped { throw .removed }
            if wake.isWritable { break }
            if ContinuousClock.now >= limit { throw .notNoticed(address) }
        }
        try socket.checkConnected(to: address)
    }

    /// Answers until the reader looks for a card for the first time, which it may do until `limit`.
    mutating func untilNoticed(until limit: ContinuousClock.Instant) throws(VirtualReaderError) {
        while true {
            switch turn(until: limit) {
            case .noticed: return
            case .ended(.removed): throw .removed
            case .ended: throw .readerGone(address)
            case .nothing: if ContinuousClock.now >= limit { throw .notNoticed(address) }
            }
        }
    }

    /// Answers until the stay ends.
    mutating func untilEnd() -> VirtualReaderLink.End {
        while true {
            if case .ended(let end) = turn(until: nil) { return end }
        }
    }

    private enum Turn {
        case nothing
        /// The reader asked for something.
        case noticed
        case ended(VirtualReaderLink.End)
    }

    /// Waits once, and does what there is to do then.
    private mutating func turn(until limit: ContinuousClock.Instant?) -> Turn {
        if isLeaving, outgoing.isEmpty { return .ended(.cardLeft) }
        // Who does not take answers gets no more of them.
        let due = [limit, thought?.due].compactMap(\.self).min()
        let wake = socket.wait(reading: outgoing.isEmpty, writing: !outgoing.isEmpty, until: due)
        if wake.isStopped { return .ended(.removed) }
        if let thought, thought.due <= .now {
            self.thought = nil
            perform(thought.reaction)
        }
        var wasAsked = false
        if wake.isReadable {
            guard socket.receive(into: &frames) else { return .ended(.readerGone) }
            while let request = frames.next() {
                wasAsked = true
                answer(request)
            }
        }
        if !outgoing.isEmpty, !socket.send(&outgoing) { return .ended(.readerGone) }
        if isLeaving, outgoing.isEmpty { return .ended(.cardLeft) }
        return wasAsked ? .noticed : .nothing
    }

    private mutating func answer(_ request: ReaderRequest) {
        // Nothing comes from a card that has left, whatever else was asked in the same breath.
        guard !isLeaving else { return }
        switch request {
        case .powerOff, .powerOn, .reset:
            thought = nil
            isMute = false
            card.reset()
        case .answerToReset: if !isMute { outgoing += ReaderFrames.frame(card.answerToReset) }
        case .command(let command): if !isMute { perform(card.react(to: command)) }
        }
    }

    private mutating func perform(_ reaction: CardReaction) {
        switch reaction {
        case .answer(let bytes): outgoing += ReaderFrames.frame(bytes)
        case .after(let time, let reaction): thought = (reaction, .now.advanced(by: time))
        case .partial(let bytes, let count):
            outgoing += ReaderFrames.frame(bytes, count: count)
            isLeaving = true
        case .silence: isMute = true
        case .leave: isLeaving = true
        }
    }
}
