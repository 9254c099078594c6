import PCSCSupport
import Payments
import Sandbox
import Terminals
import Testing

@testable import Terminals

/// What concerns the PC/SC service as a whole: each test has it to itself.
@Suite(.throughPCSC, .serialized, .timeLimit(.minutes(2)))
struct ServiceTests {
    @Test func allReadersAreTerminals() async throws {
        try await ReaderDesk.withAll { desk in
            let listing = await desk.driver.listing()
            #expect(listing.problem == nil)
            #expect(listing.terminals.map(\.name) == desk.daemon.readers.map(\.name).sorted())
            #expect(listing.terminals.first?.id == TerminalID("lane-0-00-00"))
            #expect(listing.terminals.allSatisfy { $0.status == .ready })
        }
    }

    @Test func nothingIsLookedAtWhileNothingHappens() async throws {
        try await ReaderDesk.withAll(limits: .short) { desk in
            async let outcome = desk.tap()
            let link = try await desk.hold(TestCard(faults: [2: .silence]))
            #expect(await outcome.word == "timed out: tap.timed_out")
            // A card lies there and a thread hangs.
            let looks = desk.driver.desk.looks
            var count: Int
            var quiet = 0
            repeat {
                // What came of the card before may be told late.
                quiet += 1
                count = looks.count
                try await Task.sleep(for: .milliseconds(500))
            } while looks.count != count && quiet < 10
            #expect(looks.count == count)
            link.remove()
            await desk.waitForConversation()
        }
    }

    @Test func nothingIsLeftInTheServiceAfterManyReads() async throws {
        try await ReaderDesk.withAll(limits: .attentive) { desk in
            // A card that was not read to its end stays to be read.
            let card = TestCard(delay: .milliseconds(5))
            let link = try await desk.hold(card)
            await desk.waitUntil(is: .cardPresent)
            let before = desk.daemon.threads
            #expect(before > 1)
            let reads = 50
            for number in 1...reads {
                let onCard = Flag()
                let tap = Task { await desk.tap { onCard.raise() } }
                await onCard.wait()
                tap.cancel()
                #expect(await tap.value.word == "cancelled")
                await desk.waitForConversations(number)
            }
            #expect(await desk.tap().card != nil)
            // The service has a thread for every context.
            #expect(await desk.daemon.settles(atThreads: before))
            link.remove()
        }
    }

    @Test func readersComeAndGoWithTheService() async throws {
        try await ReaderDesk.withAll(limits: .attentive) { desk in
            let own = desk.daemon.readers
            let spares = desk.daemon.spareReaders
            #expect(await desk.driver.listing().terminals.count == own.count)

            // With these there are as many readers as pcsc-lite can have.
            try desk.daemon.restart(withSpares: true)
            let terminal = TerminalID(readerName: spares[1].name)
            await desk.log.wait { $0.contains(.serviceBack) && $0.contains(.attached(terminal, name: spares[1].name)) }
            #expect(await desk.driver.listing().terminals.map(\.name) == (own + spares).map(\.name).sorted())
            async let outcome = desk.driver.tap(at: terminal, within: .seconds(10)) {}
            let link = try await desk.hold(TestCard(), to: spares[1])
            #expect(await outcome.card != nil)
            link.remove()

            try desk.daemon.restart()
            await desk.log.wait { $0.count(where: { $0 == .serviceBack }) == 2 }
            #expect(await desk.driver.listing().terminals.map(\.name) == own.map(\.name).sorted())
            #expect(desk.log.all.contains(.detached(terminal, name: spares[1].name)))
        }
    }

    @Test func theServiceDiesInMidReadAndComesBack() async throws {
        try await ReaderDesk.withAll { desk in
            let card = TestCard(faults: [2: .silence])
            let reading = Task { await desk.tap(0) }
            let waiting = Task { await desk.tap(1, within: .seconds(60)) }
            let hung = try await desk.hold(card)
            await card.log.wait { $0.count >= 2 }
            await desk.waitUntil(1, is: .reading)
            let events = EventCollector(desk.driver.events(), of: desk.terminal(1))

            desk.daemon.kill()
            #expect(await hung.untilEnd() == .readerGone)
            #expect(await reading.value.word == "failed: reader.lost")
            #expect(await waiting.value.word == "failed: reader.lost")
            let gone = await desk.driver.listing()
            #expect(gone.terminals.isEmpty)
            #expect(gone.problem == "The PC/SC service (pcscd) is not running, or its socket cannot be reached.")
            #expect(await desk.tap().word == "no such terminal")

            try desk.daemon.start()
            await desk.log.wait { $0.contains(.serviceBack) }
            await desk.waitUntil(0, is: .ready)
            async let outcome = desk.tap(0)
            let link = try await desk.hold(TestCard())
            #expect(await outcome.card != nil)
            link.remove()

            // The stream ends with the driver.
            await desk.driver.close()
            #expect(await events.all() == [.detached, .attached])
            #expect(desk.log.all.filter { if case .serviceLost = $0 { true } else { false } }.count == 1)
        }
    }

    @Test func aDriverThatIsThereBeforeTheServiceFindsIt() async throws {
        try await ReaderDesk.withAll { desk in
            await desk.driver.close()
            desk.daemon.stop()
            let log = EventLog()
            let driver = PCSCDriver(limits: .attentive) { log.append($0) }
            #expect(await driver.listing().problem?.contains("not running") == true)
            try desk.daemon.start()
            await log.wait { $0.contains(.serviceBack) }
            #expect(await driver.listing().terminals.count == desk.daemon.readers.count)
            await driver.close()
        }
    }

    @Test func closingEndsTapsAndStreams() async throws {
        try await ReaderDesk.withAll(limits: .attentive) { desk in
            let onCard = Flag()
            let waiting = Task { await desk.tap(0, within: .seconds(60)) }
            let hanging = Task { await desk.tap(1) { onCard.raise() } }
            let link = try await desk.hold(TestCard(faults: [1: .silence]), to: 1)
            await onCard.wait()
            await desk.waitUntil(0, is: .reading)
            let start = ContinuousClock.now
            await desk.driver.close()
            #expect(start.duration(to: .now) < .seconds(10))
            #expect(await waiting.value.word == "cancelled")
            #expect(await hanging.value.word == "cancelled")
            #expect(await desk.tap().word == "cancelled")
            for await _ in desk.driver.events() { Issue.record("the streams have ended") }
            link.remove()
        }
    }
}
