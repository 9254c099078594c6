import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("How long reads are kept", .timeLimit(.minutes(1)))
struct TerminalLifeTests {
    @Test("A card is wiped at the end of its lifetime though nobody asks; its read stays visible for a while and is then forgotten")
    func ageing() async throws {
        let harness = TerminalHarness()
        let card = TerminalCard.sample()
        let read = try await harness.ended(.card(card))
        await harness.clock.untilSomethingSleeps(for: .seconds(300))
        harness.clock.advance(by: .milliseconds(299_999))
        #expect(!card.isWiped && harness.service.refusal(of: read.id.rawValue, to: nil, of: .sample) == nil)
        harness.clock.advance(by: .milliseconds(1))
        await harness.clock.untilSomethingSleeps(for: .seconds(600))
        #expect(card.isWiped && harness.observed.all.last == .expired(read.id))
        #expect(await harness.read(read.id) == read)
        #expect(harness.service.refusal(of: read.id.rawValue, to: nil, of: .sample) == .expired)
        harness.clock.advance(by: .milliseconds(599_999))
        #expect(await harness.read(read.id) == read)
        harness.clock.advance(by: .milliseconds(1))
        while await harness.read(read.id) != nil { await Task.yield() }
        #expect(harness.service.refusal(of: read.id.rawValue, to: nil, of: .sample) == .unknown)
    }

    @Test("The moment itself is too late, whenever the timer comes")
    func sharpExpiry() throws {
        var book = ReadBook(rules: TerminalRules())
        let started = try book.start(.counted(1), at: .till, for: .sample)
        _ = book.end(started.id, with: .card(.sample()), at: .sample)
        let id = started.id.rawValue
        #expect(book.refusal(of: id, to: nil, of: .sample, at: .sample + .milliseconds(299_999)) == nil)
        #expect(book.refusal(of: id, to: nil, of: .sample, at: .sample + .seconds(300)) == .expired)
    }

    @Test("A read that failed is forgotten after the same while")
    func failedAgeing() async throws {
        let harness = TerminalHarness()
        let read = try await harness.ended(.failed(.blocked))
        await harness.clock.untilSomethingSleeps(for: .seconds(600))
        harness.clock.advance(by: .seconds(600))
        while await harness.read(read.id) != nil { await Task.yield() }
    }

    @Test("For another read the oldest is forgotten that cannot be charged; without one there is no other read")
    func bound() async throws {
        let harness = TerminalHarness(rules: TerminalRules(maximumReads: 2))
        let good = try await harness.ended(.card(.sample()))
        let bad = try await harness.ended(.failed(.blocked), tap: 2)
        let third = try await harness.ended(.card(.sample()), tap: 3)
        #expect(await harness.read(bad.id) == nil)
        #expect(await harness.read(good.id) == good)
        await #expect(throws: StartReadError.tooManyReads) { try await harness.start() }
        let claim = try harness.service.claim(good.id.rawValue, for: "INV-1", of: .sample)
        await #expect(throws: StartReadError.tooManyReads) { try await harness.start() }
        harness.service.settle(claim, mayComeAgain: false)
        _ = try await harness.start()
        #expect(await harness.read(good.id) == nil)
        #expect(await harness.read(third.id) == third)
    }

    @Test("No merchant's reads make those of another forgotten, or keep it from reading")
    func boundOfEach() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]), rules: TerminalRules(maximumReads: 1))
        let others = try await harness.start(at: .counter, for: .other)
        let first = try await harness.start()
        await harness.driver.tapBegan(2)
        #expect(await harness.service.cancelRead(others.id, at: .counter, of: .other)?.status == .cancelled)
        #expect(await harness.service.cancelRead(first.id, at: .till, of: .sample)?.status == .cancelled)
        _ = try await harness.start()
        #expect(await harness.read(first.id) == nil)
        #expect(await harness.service.read(others.id, at: .counter, of: .other, waitingAtMost: .zero)?.status == .cancelled)
    }

    @Test("However many reads are kept, one sleep sees to their age, and the soonest moment counts")
    func oneSleep() async throws {
        let harness = TerminalHarness()
        for tap in 1...5 { _ = try await harness.ended(.failed(.blocked), tap: tap) }
        await harness.clock.untilSomethingSleeps(for: .seconds(600))
        #expect(harness.clock.sleepers == 1)
        harness.clock.advance(by: .seconds(100))
        let card = TerminalCard.sample()
        _ = try await harness.ended(.card(card), tap: 6)
        await harness.clock.untilSomethingSleeps(for: .seconds(300))
        // The longer sleep, whose place it took, is ended after it began.
        await harness.clock.untilNothingSleeps(for: .seconds(500))
        harness.clock.advance(by: .seconds(300))
        // The failed ones are forgotten 600 s after their end, of which 200 are left.
        await harness.clock.untilSomethingSleeps(for: .seconds(200))
        #expect(card.isWiped && harness.clock.sleepers == 1)
    }

    @Test("Age wipes a card at its moment, not before, and forgets the read at a later one")
    func moments() throws {
        var book = ReadBook(rules: TerminalRules())
        let card = TerminalCard.sample()
        let started = try book.start(.counted(1), at: .till, for: .sample)
        let ended = book.end(started.id, with: .card(card), at: .sample)
        #expect(book.nextAge == ended?.expiresAt && ended?.expiresAt == .sample + .seconds(300))
        let early = book.age(to: .sample + .milliseconds(299_999))
        #expect(early.isEmpty && !card.isWiped)
        let expired = book.age(to: .sample + .seconds(300))
        #expect(expired == [started.id] && card.isWiped)
        #expect(book.nextAge == .sample + .seconds(900))
        let late = book.age(to: .sample + .seconds(900))
        #expect(late.isEmpty && book.entries.isEmpty)
    }

    @Test("What refuses a new read takes no terminal")
    func boundFreesTerminal() async throws {
        let harness = TerminalHarness(rules: TerminalRules(maximumReads: 0))
        await #expect(throws: StartReadError.tooManyReads) { try await harness.start() }
        await #expect(throws: StartReadError.tooManyReads) { try await harness.start() }
    }

    @Test("Stopping ends reads and those who wait for them, wipes cards, ends streams, and lets nothing start")
    func stop() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]))
        let stream = try #require(harness.service.events(of: .sample))
        let card = TerminalCard.sample()
        let kept = try await harness.ended(.card(card))
        let waiting = try await harness.start(at: .counter)
        await harness.driver.tapBegan(2)
        let reader = Task { await harness.service.read(waiting.id, at: .counter, of: .sample, waitingAtMost: .seconds(7)) }
        await harness.clock.untilSomethingSleeps(for: .seconds(7))
        let tap = Task { await harness.service.tap(at: .till, within: .seconds(5), for: .sample) }
        await harness.driver.tapBegan(3)
        await harness.service.stop()
        #expect(await reader.value?.status == .cancelled)
        #expect(card.isWiped && harness.service.refusal(of: kept.id.rawValue, to: nil, of: .sample) == .expired)
        for outcome in [await tap.value, await harness.service.tap(at: .till, within: .seconds(5), for: .sample)] {
            guard case .cancelled = outcome else {
                Issue.record("no payment waits any more")
                continue
            }
        }
        await #expect(throws: StartReadError.stopping) { try await harness.start() }
        var kinds: [TerminalEvent.Kind] = []
        for await event in stream { kinds.append(event.kind) }
        #expect(kinds == [.readStarted, .readSucceeded, .readStarted, .readFailed])
        let late = try #require(harness.service.events(of: .sample))
        for await event in late { Issue.record("nothing happens after the end: \(event)") }
    }
}

@Suite("Events of terminals", .timeLimit(.minutes(1)))
struct TerminalEventTests {
    @Test("A merchant hears of its own terminals and its own reads, each with its time")
    func merged() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]), rules: TerminalRules { $0 == .till || $1 == .other })
        var own = try #require(harness.service.events(of: .sample)).makeAsyncIterator()
        var others = try #require(harness.service.events(of: .other)).makeAsyncIterator()
        harness.driver.happen(.attached, at: .counter)
        harness.driver.happen(.cardPresent, at: .till)
        #expect(await own.next() == TerminalEvent(kind: .cardPresent, terminal: .till, read: nil, at: .sample))
        #expect(await others.next() == TerminalEvent(kind: .attached, terminal: .counter, read: nil, at: .sample))
        #expect(await others.next() == TerminalEvent(kind: .cardPresent, terminal: .till, read: nil, at: .sample))
        harness.clock.advance(by: .seconds(1))
        let read = try await harness.ended(.card(.sample()))
        harness.driver.happen(.cardRemoved)
        harness.driver.happen(.detached)
        var heard: [TerminalEvent] = []
        for _ in 0..<4 { heard += await own.next().map { [$0] } ?? [] }
        #expect(heard.map(\.kind) == [.readStarted, .readSucceeded, .cardRemoved, .detached])
        #expect(heard.map(\.read) == [read.id, read.id, nil, nil] && heard.allSatisfy { $0.at == .sample + .seconds(1) })
        #expect(await others.next()?.kind == .cardRemoved)
    }

    @Test("Every way to end without a card is a failed read", arguments: [TapOutcome.failed(.blocked), .timedOut(.late), .cancelled])
    func failed(outcome: TapOutcome) async throws {
        let harness = TerminalHarness()
        var events = try #require(harness.service.events(of: .sample)).makeAsyncIterator()
        let read = try await harness.ended(outcome)
        _ = await events.next()
        #expect(await events.next() == TerminalEvent(kind: .readFailed, terminal: .till, read: read.id, at: .sample))
    }

    @Test("Who falls behind loses the oldest events; too many listeners are turned away until one leaves")
    func bounds() async throws {
        let harness = TerminalHarness(rules: TerminalRules(maximumListeners: 1, eventBacklog: 2))
        do {
            let slow = try #require(harness.service.events(of: .sample))
            #expect(harness.service.events(of: .sample) == nil)
            _ = try await harness.ended(.failed(.blocked))
            _ = try await harness.ended(.card(.sample()), tap: 2)
            var events = slow.makeAsyncIterator()
            #expect(await events.next()?.kind == .readStarted)
            #expect(await events.next()?.kind == .readSucceeded)
        }
        #expect(harness.service.events(of: .sample) != nil)
    }

    @Test("No merchant can take the streams of another")
    func boundOfEach() throws {
        let harness = TerminalHarness(rules: TerminalRules(maximumListeners: 1))
        let own = try #require(harness.service.events(of: .sample))
        let others = try #require(harness.service.events(of: .other))
        withExtendedLifetime((own, others)) {
            #expect(harness.service.events(of: .sample) == nil && harness.service.events(of: .other) == nil)
        }
    }

    @Test("The words are the contract's")
    func words() {
        let words = ["terminal.attached", "terminal.detached", "card.present", "card.removed", "read.started", "read.succeeded", "read.failed"]
        #expect(TerminalEvent.Kind.allCases.map(\.rawValue) == words)
        #expect(ReadStatus.allCases.map(\.rawValue) == ["WAITING", "READING", "SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT"])
    }
}
