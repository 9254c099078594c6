import PCSCSupport
import Payments
import Sandbox
import Secrets
import Terminals
import Testing

/// Taps through a real PC/SC service with virtual readers.
@Suite(.throughPCSC, .timeLimit(.minutes(1)))
struct TapTests {
    @Test func aCardThatComesIsRead() async throws {
        try await ReaderDesk.with { desk in
            let onCard = Flag()
            async let outcome = desk.tap { onCard.raise() }
            await desk.waitUntil(is: .reading)
            let card = TestCard()
            let link = try await desk.hold(card)
            await onCard.wait()
            let read = try #require(await outcome.card)
            #expect(read.number.text == TestCard.number)
            #expect(read.holderName?.text == "DOE/JANE")
            #expect(read.expiry == CardExpiry(month: 12, year: 2030))
            #expect(read.applicationIdentifier == "A0000000031010")
            #expect(read.applicationNetwork == .visa)
            #expect(card.log.count == TestCard.commands)
            #expect(await desk.status() == .cardPresent)

            let report = try #require(desk.log.conversations(at: desk.terminal()).first)
            #expect(report.failure == nil)
            #expect(report.commands == TestCard.commands)
            #expect(report.lastStatus == "9000")
            #expect(report.applications == ["A0000000031010"])
            read.wipe()
            link.remove()
        }
    }

    @Test func aCardThatLiesThereIsReadOnceAndTheNextOneAgain() async throws {
        try await ReaderDesk.with { desk in
            let first = TestCard()
            let link = try await desk.hold(first)
            await desk.waitUntil(is: .cardPresent)
            #expect(await desk.tap().card != nil)

            let second = await desk.tap(within: .milliseconds(300))
            #expect(second.fault?.message == "No card was held to the reader in time. Please try again.")
            #expect(first.log.count == TestCard.commands)

            let events = desk.driver.events()
            async let third = desk.tap()
            link.remove()
            await desk.waitForEvent(.cardRemoved, in: events)
            let other = try await desk.hold(TestCard())
            #expect(await third.card != nil)
            other.remove()
        }
    }

    @Test func aTapWithoutACardTimesOut() async throws {
        try await ReaderDesk.with { desk in
            let start = ContinuousClock.now
            let outcome = await desk.tap(within: .milliseconds(100)) { Issue.record("there is no card") }
            #expect(outcome.word == "timed out: tap.timed_out")
            #expect(start.duration(to: .now) >= .milliseconds(100))
            #expect(await desk.status() == .ready)
        }
    }

    @Test func cancellingEndsTheWait() async throws {
        try await ReaderDesk.with { desk in
            let tap = Task { await desk.tap(within: .seconds(60)) }
            await desk.waitUntil(is: .reading)
            tap.cancel()
            #expect(await tap.value.word == "cancelled")
            #expect(await desk.status() == .ready)
            // A task that was cancelled before.
            #expect(await Task { await desk.tap(within: .seconds(60)) }.cancelled.value.word == "cancelled")
        }
    }

    @Test func oneTapAtATime() async throws {
        try await ReaderDesk.with(2) { desk in
            let first = Task { await desk.tap(within: .seconds(60)) }
            await desk.waitUntil(is: .reading)
            #expect(await desk.tap().word == "busy")
            // Another terminal is not concerned.
            #expect(await desk.tap(1, within: .milliseconds(10)).word == "timed out: tap.timed_out")
            first.cancel()
            #expect(await first.value.word == "cancelled")
            #expect(await desk.tap(within: .milliseconds(10)).word == "timed out: tap.timed_out")
            #expect(await desk.driver.tap(at: TerminalID("nowhere"), within: .seconds(60)) {}.word == "no such terminal")
        }
    }

    @Test func cancellingBetweenTwoCommandsEndsTheReading() async throws {
        try await ReaderDesk.with { desk in
            let card = TestCard(delay: .milliseconds(250))
            let onCard = Flag()
            let tap = Task { await desk.tap { onCard.raise() } }
            let link = try await desk.hold(card)
            await onCard.wait()
            tap.cancel()
            #expect(await tap.value.word == "cancelled")
            await desk.waitForConversation()
            #expect(card.log.count < TestCard.commands)
            // It was not read: so the next tap reads it.
            #expect(await desk.tap().card != nil)
            link.remove()
        }
    }

    @Test func aStorageCardGetsNoCommand() async throws {
        try await ReaderDesk.with { desk in
            let card = TestCard(answerToReset: AnswerToReset.storageCard)
            async let outcome = desk.tap()
            let link = try await desk.hold(card)
            #expect(await outcome.word == "failed: card.unsupported")
            #expect(card.log.count == 0)
            link.remove()
        }
    }

    @Test func anAnswerToResetThatIsNoneIsNoPaymentCard() async throws {
        try await ReaderDesk.with { desk in
            async let outcome = desk.tap()
            let link = try await desk.hold(TestCard(answerToReset: [0x3B]))
            #expect(await outcome.word == "failed: card.unsupported")
            link.remove()
        }
    }

    @Test func comingAndGoingIsTold() async throws {
        try await ReaderDesk.with { desk in
            let events = EventCollector(desk.driver.events(), of: desk.terminal())
            for _ in 0..<2 {
                let link = try await desk.hold(TestCard())
                await desk.waitUntil(is: .cardPresent)
                link.remove()
                await desk.waitUntil(is: .ready)
            }
            #expect(await events.first(4) == [.cardPresent, .cardRemoved, .cardPresent, .cardRemoved])
        }
    }
}
