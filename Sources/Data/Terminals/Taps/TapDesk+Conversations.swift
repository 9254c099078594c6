internal import Payments
internal import Synchronization

/// What conversations tell.
extension TapDesk {
    /// A tap begins to read the card that it was called for.
    func begin(_ conversation: Conversation, _ ticket: Ticket) {
        let isClosed = change { state in
            state.withSeat(ticket) { $0.conversation = conversation }
            return state.isClosed
        }
        if isClosed { conversation.stop(.cancelled) }
    }

    /// The conversation's tap is answered, and its thread hangs.
    func leave(at terminal: TerminalID) {
        change { $0.seats[terminal]?.isLeft = true }
        endings.advance()
    }

    /// The conversation's thread has let go of everything.
    func finish(at terminal: TerminalID) {
        change { state in
            guard var seat = state.seats[terminal] else { return }
            (seat.conversation, seat.isLeft) = (nil, false)
            state.seats[terminal] = seat.isFree ? nil : seat
        }
        endings.advance()
    }

    /// A tap has got what there is to be had from a card.
    func markRead(_ insertion: ReaderBoard.Insertion, at terminal: TerminalID) {
        change { $0.board.markRead(insertion, at: terminal) }
    }

    func noteConnection(at terminal: TerminalID, refusedWith code: PCSCCode?) {
        change { $0.board.noteConnection(at: terminal, refusedWith: code) }
    }

    /// Whether this card still lies there, as far as is known.
    func isPresent(_ insertion: ReaderBoard.Insertion, at terminal: TerminalID) -> Bool {
        state.withLock { $0.board.readers[terminal]?.insertion == insertion }
    }

    func isAttached(_ terminal: TerminalID) -> Bool {
        state.withLock { $0.board.readers[terminal] != nil }
    }

    /// Ends all taps and streams, and asks the conversations to end.
    func close() {
        let conversations = change { state in
            state.isClosed = true
            return state.seats.values.compactMap(\.conversation)
        }
        for conversation in conversations { conversation.stop(.cancelled) }
        streams.finish()
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether a conversation is under way that may yet end by itself.
    var isTalking: Bool {
        state.withLock { $0.seats.values.contains { $0.conversation != nil && !$0.isLeft } }
    }
}
