internal import EMV
internal import Glibc
internal import Payments
internal import Reactor

/// One conversation with a card from connecting to letting go, on a thread of its own with a context of its own: none of its calls can be cancelled.
struct CardVisit: Sendable {
    /// Who has had enough of the conversation.
    enum Stop: Hashable, Sendable {
        case cancelled
        case timedOut
        case readerLost
    }

    enum End: Sendable {
        case card(ChipCard)
        case unread(ReadFailure, PayerMessage)
        case noSmartCard
        case cardGone
        case readerLost
        case heldElsewhere
        case stopped(Stop)
    }

    let terminal: TerminalID
    let reader: String
    let insertion: ReaderBoard.Insertion
    let limits: ReaderLimits
    let profile: ReaderProfile
    /// Asked before everything that may take its time.
    let stop: @Sendable () -> Stop?
    /// Whether the card still lies there, as far as the service has told.
    let isPresent: @Sendable () -> Bool
    /// Told what connecting brought; nil: the card is held.
    let onConnection: @Sendable (PCSCCode?) -> Void

    /// Blocks until the conversation is over and everything it took is released.
    func run() -> (End, ConversationReport) {
        var report = ConversationReport(terminal: terminal)
        let start = MonotonicTime.now
        let end = meet(&report)
        report.milliseconds = start.duration(to: .now).wholeMilliseconds
        report.failure = end.word
        return (end, report)
    }

    private func meet(_ report: inout ConversationReport) -> End {
        guard AnswerToReset(bytes: insertion.atr).mayBeSmartCard else { return .noSmartCard }
        do throws(PCSCCode) {
            let context = try PCSCContext()
            var code = PCSCCode.success
            for attempt in 1... {
                if let stop = stop() { return code == .sharingViolation && stop == .timedOut ? .heldElsewhere : .stopped(stop) }
                do throws(PCSCCode) {
                    let card = try PCSCCard(context, reader: reader)
                    onConnection(nil)
                    return converse(card, &report)
                } catch {
                    code = error
                }
                report.code = code.description
                if code.meansNoSmartCard { return .noSmartCard }
                // Another program may hold the reader for as long as the conversation may last: `stop` ends the wait.
                guard code == .sharingViolation || code.isOfCard else { throw code }
                if code == .sharingViolation { onConnection(code) }
                if code.isOfCard, attempt >= limits.connectAttempts || !isPresent() { return .cardGone }
                pause()
            }
        } catch {
            report.code = error.description
            if error == .accessDenied { onConnection(error) }
        }
        return .readerLost
    }

    private func converse(_ card: PCSCCard, _ report: inout ConversationReport) -> End {
        let outcome = CardReader(terminal: profile.terminal()).read(card) {
            stop().map { $0 == .timedOut ? .timedOut : .cancelled }
        }
        report.code = card.lastCode?.description
        report.note(outcome)
        switch outcome.result {
        case .success(let card): return .card(card)
        case .failure(.removed): return .cardGone
        case .failure(.readerLost): return .readerLost
        case .failure(.cancelled), .failure(.timedOut): return .stopped(stop() ?? .cancelled)
        case .failure(let failure): return .unread(failure, outcome.payerMessage ?? .unreadable)
        }
    }

    /// The thread is this conversation's own, so it may sleep.
    private func pause() {
        usleep(useconds_t(clamping: limits.connectPause.wholeMilliseconds * 1000))
    }
}
