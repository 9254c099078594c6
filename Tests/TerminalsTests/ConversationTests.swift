import Payments
import Reactor
import Testing

@testable import Terminals

/// What a conversation and a wait do in moments that a real reader seldom hits.
@Suite(.timeLimit(.minutes(1)))
struct ConversationTests {
    @Test func aTapThatIsStoppedBeforeItsConversationBeginsIsAnsweredWithoutOne() async throws {
        let log = EventLog()
        let desk = TapDesk(observe: log.append)
        desk.look([ReaderReport(name: "Lane 00 00", word: 0x0001_0022, atr: [0x3B, 0x80, 0x80, 0x01, 0x01])])
        let terminal = TerminalID("lane-00-00")
        guard case .seated(let ticket) = desk.sit(at: terminal), case .card(let insertion, let reader) = await desk.call(ticket, until: .now) else {
            Issue.record("a card lies there")
            return
        }
        var limits = ReaderLimits()
        limits.grace = .zero
        let conversation = Conversation(ticket, insertion, limits: limits, desk: desk)
        conversation.stop(.cancelled)
        #expect(await conversation.outcome(reader: reader, profile: .standard).word == "cancelled")
        desk.rise(ticket)
        // No thread was started for it, and the reader is free.
        #expect(!desk.isTalking)
        let report = try #require(log.conversations(at: terminal).first)
        #expect(report.failure == "cancelled" && report.commands == 0 && !report.wasLeft)
        #expect(!log.isLeft(terminal))
        #expect(desk.listing().terminals.map(\.status) == [.cardPresent])
    }

    @Test func aWaitWhoseLimitIsOverAtOnceEnds() async {
        let progress = Progress()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2000 { group.addTask { await progress.wait(beyond: 0, within: .zero) } }
        }
        #expect(progress.count == 0)
    }

    @Test func aWaitEndsWithWhatItWaitsFor() async {
        let progress = Progress()
        let waiting = Task { await progress.wait(beyond: 0, within: .seconds(600)) }
        progress.advance()
        await waiting.value
        #expect(progress.count == 1)
    }
}
