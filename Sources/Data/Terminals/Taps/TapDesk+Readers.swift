internal import Payments
internal import Reactor
internal import Synchronization

/// What the monitor tells.
extension TapDesk {
    /// The service has told of all readers.
    func look(_ reports: [ReaderReport]) {
        tell { state in
            state.lastLook = .now
            let own = Set(state.seats.compactMap { $0.value.conversation == nil ? nil : $0.key })
            return state.board.update(reports, ownReaders: own)
        }
    }

    /// The service is not there.
    func loseService(_ code: PCSCCode) {
        tell { state in
            state.lastLook = .now
            return state.board.loseService(code)
        }
    }

    private func tell(_ body: (inout State) -> [ReaderBoard.Change]) {
        let (changes, lost) = change { state in
            let changes = body(&state)
            return (changes, state.conversationsWithoutReader)
        }
        for change in changes { publish(change) }
        for conversation in lost { conversation.stop(.readerLost) }
        looks.advance()
    }

    private func publish(_ change: ReaderBoard.Change) {
        switch change {
        case .serviceBack: log(.serviceBack)
        case .serviceLost(let code): log(.serviceLost(code: code.description, problem: ServiceProblem.text(code)))
        case .reader(let event, let name):
            switch event.kind {
            case .attached: log(.attached(event.terminal, name: name))
            case .detached: log(.detached(event.terminal, name: name))
            case .cardPresent, .cardRemoved: break
            }
            streams.publish(event)
        }
    }

    /// The terminals as they are known.
    func listing() -> TerminalListing {
        state.withLock { state in
            let terminals = state.board.readers.values.sorted { $0.id < $1.id }.map { reader in
                Terminal(id: reader.id, name: reader.name, status: state.status(of: reader))
            }
            return TerminalListing(terminals: terminals, problem: state.board.problem)
        }
    }

    /// How old the last look is; nil before the first.
    var ageOfLook: Duration? {
        state.withLock { $0.lastLook }?.duration(to: .now)
    }
}

extension TapDesk.State {
    fileprivate var conversationsWithoutReader: [Conversation] {
        seats.compactMap { board.readers[$0.key] == nil ? $0.value.conversation : nil }
    }

    fileprivate func status(of reader: ReaderBoard.Reader) -> TerminalStatus {
        guard let seat = seats[reader.id] else { return reader.status }
        return seat.isLeft ? .unavailable : .reading
    }
}
