import PCSCSupport
import Payments
import Sandbox
import Terminals
import Testing

/// Cards and readers that fail in mid-read.
@Suite(.throughPCSC, .timeLimit(.minutes(1)))
struct FaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reaction: CardReaction
        let outcome: String
    }

    static let cases = [
        Case(testDescription: "gone before it answers", reaction: .leave, outcome: "failed: card.removed"),
        Case(
            testDescription: "gone in mid-answer", reaction: .partial([UInt8](repeating: 0x70, count: 115), count: 57),
            outcome: "failed: card.removed"),
        Case(
            testDescription: "gone between two commands", reaction: .partial(TestCard.selected, count: TestCard.selected.count),
            outcome: "failed: card.removed"),
        Case(testDescription: "one byte", reaction: .oneByte, outcome: "failed: card.removed"),
        Case(testDescription: "late", reaction: .after(.milliseconds(600), .answer(TestCard.selected)), outcome: "card"),
    ]

    @Test(arguments: cases) func atTheSecondCommand(_ fault: Case) async throws {
        try await ReaderDesk.with { desk in
            async let outcome = desk.tap()
            let link = try await desk.hold(TestCard(faults: [2: fault.reaction]))
            #expect(await outcome.word == fault.outcome)
            let report = try #require(desk.log.conversations(at: desk.terminal()).first)
            #expect(report.failure == (fault.outcome == "card" ? nil : "removed"))
            #expect(!report.wasLeft)
            link.remove()
            await desk.waitUntil(is: .ready)

            // The reader serves the next card as if nothing had been.
            async let next = desk.tap()
            let good = try await desk.hold(TestCard())
            #expect(await next.card != nil)
            good.remove()
        }
    }

    @Test(arguments: [CardReaction.silence, .empty]) func aCardThatNeverAnswersIsLeft(_ reaction: CardReaction) async throws {
        try await ReaderDesk.with(limits: .short) { desk in
            let start = ContinuousClock.now
            async let outcome = desk.tap()
            let link = try await desk.hold(TestCard(faults: [2: reaction]))
            let fault = try #require(await outcome.fault)
            #expect(fault.code == .timedOut)
            #expect(fault.message == "The card did not answer in time. Please take it away and hold it to the reader again.")
            #expect(start.duration(to: .now) < .seconds(9))
            #expect(desk.log.isLeft(desk.terminal()))
            #expect(await desk.status() == .unavailable)

            // Its thread still hangs: there is no second one, the next tap waits.
            let kept = await desk.tap(within: .milliseconds(100)) { Issue.record("the reader is not free") }
            #expect(kept.fault?.message.contains("card before") == true)
            #expect(await desk.status() == .unavailable)
            #expect(desk.log.conversations(at: desk.terminal()).isEmpty)

            // The next card has time, however busy the machine is. A card that takes another's place between two looks is the same to the service.
            let events = desk.driver.events()
            async let next = desk.tap(limits: .standard)
            link.remove()
            await desk.waitForConversation()
            #expect(desk.log.conversations(at: desk.terminal()).first?.wasLeft == true)
            await desk.waitForEvent(.cardRemoved, in: events)
            let good = try await desk.hold(TestCard())
            #expect(await next.card != nil)
            good.remove()
        }
    }

    @Test func cancellingAnswersWhileACommandHangs() async throws {
        try await ReaderDesk.with { desk in
            let card = TestCard(faults: [2: .silence])
            let tap = Task { await desk.tap() }
            let link = try await desk.hold(card)
            await card.log.wait { $0.count >= 2 }
            let start = ContinuousClock.now
            tap.cancel()
            #expect(await tap.value.word == "cancelled")
            #expect(start.duration(to: .now) < .seconds(9))
            #expect(await desk.status() == .unavailable)
            link.remove()
            await desk.waitForConversation()
            await desk.waitUntil(is: .ready)
        }
    }

    @Test func whatALeftThreadStillReadsIsNobodysAndReadAgain() async throws {
        try await ReaderDesk.with { desk in
            let card = TestCard(faults: [TestCard.commands: .after(.seconds(3), .answer(TestCard.options))])
            let link = try await desk.hold(card)
            let tap = Task { await desk.tap() }
            await card.log.wait { $0.count >= TestCard.commands }
            tap.cancel()
            #expect(await tap.value.word == "cancelled")
            await desk.waitForConversation()
            let report = try #require(desk.log.conversations(at: desk.terminal()).first)
            #expect(report.wasLeft)
            // No tap has read this insertion; one that waits as long as the card takes does.
            #expect(await desk.tap().card != nil)
            link.remove()
            await desk.waitForConversations(2)
        }
    }

    @Test func aReaderThatAnotherProgramHoldsIsWaitedFor() async throws {
        try await ReaderDesk.with { desk in
            let link = try await desk.hold(TestCard())
            await desk.waitUntil(is: .cardPresent)
            let other = try OtherProgram(holding: desk.readerName())
            await desk.waitUntil(is: .unavailable)
            let onCard = Flag()
            async let outcome = desk.tap { onCard.raise() }
            await onCard.wait()
            other.letGo()
            #expect(await outcome.card != nil)
            link.remove()
        }
    }

    @Test func aReaderThatAnotherProgramKeepsIsToldSo() async throws {
        try await ReaderDesk.with(limits: .short) { desk in
            let card = TestCard()
            let link = try await desk.hold(card)
            await desk.waitUntil(is: .cardPresent)
            let other = try OtherProgram(holding: desk.readerName())
            let fault = try #require(await desk.tap().fault)
            #expect(fault.code == .timedOut)
            #expect(fault.message == "The card reader is in use by another program. Please try again later.")
            #expect(desk.log.conversations(at: desk.terminal()).first?.failure == "held-elsewhere")
            #expect(card.log.count == 0)
            await desk.waitUntil(is: .unavailable)
            other.letGo()
            await desk.waitUntil(is: .cardPresent)
            link.remove()
        }
    }
}
