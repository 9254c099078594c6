import PaymentsSupport
import Secrets
import Testing

@testable import Payments

@Suite("Reading a card at a terminal", .timeLimit(.minutes(1)))
struct TerminalReadTests {
    @Test("A read waits, reads, and shows what may be shown; the driver is told how long")
    func success() async throws {
        let harness = TerminalHarness()
        let read = try await harness.start()
        #expect(read == TerminalRead(id: .counted(1), terminal: .till, status: .waiting, expiresAt: nil, card: nil, fault: nil))
        await harness.driver.tapBegan()
        #expect(harness.driver.limits == [.seconds(30)])
        harness.driver.touch()
        #expect(await harness.read(read.id)?.status == .reading)
        let card = TerminalCard.sample()
        harness.driver.end(with: .card(card))
        let ended = try #require(await harness.read(read.id, waiting: .seconds(60)))
        #expect(ended.status == .succeeded && ended.fault == nil && ended.expiresAt == .sample + .seconds(300))
        #expect(ended.card == CardReadSummary(card) && ended.card?.first6 == "411111" && ended.card?.holderName == "NURHALIZA/SITI")
        #expect(!card.isWiped)
        #expect(harness.observed.all == [.started(read.id, .till, .sample), .ended(read.id, .till, .succeeded, code: nil)])
    }

    static let failures: [(TapOutcome, ReadStatus, TapFault?)] = [
        (.failed(.blocked), .failed, .blocked), (.timedOut(.late), .timedOut, .late), (.cancelled, .cancelled, nil),
        (.noSuchTerminal, .failed, .readerLost), (.busy, .failed, .readerTaken),
    ]

    @Test("However the tap ends, the read says so", arguments: failures)
    func failure(row: (outcome: TapOutcome, status: ReadStatus, fault: TapFault?)) async throws {
        let harness = TerminalHarness()
        let read = try await harness.ended(row.outcome)
        #expect(read.status == row.status && read.fault == row.fault && read.card == nil && read.expiresAt == nil)
        #expect(harness.observed.all.last == .ended(read.id, .till, row.status, code: row.fault?.code))
        #expect(row.fault?.message.isEmpty != true)
    }

    @Test("A terminal that is not attached, or another merchant's, is none")
    func noTerminal() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]), rules: TerminalRules { $0 == .till || $1 == .other })
        for (terminal, merchant) in [(TerminalID("nowhere"), MerchantID.sample), (.counter, .sample)] {
            #expect(await harness.service.terminal(terminal, of: merchant) == nil)
            await #expect(throws: StartReadError.noSuchTerminal) { try await harness.start(at: terminal, for: merchant) }
        }
        #expect(await harness.service.terminals(of: .sample).terminals.map(\.id) == [.till])
        #expect(await harness.service.terminals(of: .other).terminals.map(\.id) == [.till, .counter])
        #expect(await harness.service.terminal(.till, of: .sample)?.name == "Reader till-1")
        #expect(harness.driver.limits.isEmpty)
    }

    @Test("Why there are no terminals is told")
    func problem() async {
        let harness = TerminalHarness(ScriptedDriver([], problem: "pcscd does not run"))
        #expect(await harness.service.terminals(of: .sample) == TerminalListing(terminals: [], problem: "pcscd does not run"))
    }

    @Test("A merchant of none of the attached terminals hears what it would if there were none at all")
    func noneOfItsOwn() async {
        let harness = TerminalHarness(ScriptedDriver([.counter]), rules: TerminalRules { $1 == .other })
        #expect(await harness.service.terminals(of: .other).problem == nil)
        let listing = await harness.service.terminals(of: .sample)
        #expect(listing.terminals.isEmpty)
        #expect(listing.problem == TerminalListing.noReader)
    }

    @Test("One card is waited for at a terminal; another terminal is free, and so is this one afterwards")
    func busy() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]))
        _ = try await harness.start()
        await #expect(throws: StartReadError.busy) { try await harness.start(for: .other) }
        _ = try await harness.start(at: .counter)
        await harness.driver.tapBegan(2)
        harness.driver.end(with: .failed(.blocked))
        _ = await harness.read(.counted(1), waiting: .seconds(60))
        // The busy attempt took an id.
        #expect(try await harness.start().id == .counted(4))
    }

    @Test("A payment's tap and a read do not share a terminal either")
    func busyWithPayment() async throws {
        let harness = TerminalHarness()
        let tap = Task { await harness.service.tap(at: .till, within: .seconds(5), for: .sample) }
        await harness.driver.tapBegan()
        await #expect(throws: StartReadError.busy) { try await harness.start() }
        harness.driver.end(with: .timedOut(.late))
        _ = await tap.value
        _ = try await harness.start()
        guard case .busy = await harness.service.tap(at: .till, within: .seconds(5), for: .sample) else {
            Issue.record("the read has the terminal")
            return
        }
    }

    @Test("Another merchant's read, or one at another terminal, is none")
    func foreign() async throws {
        let harness = TerminalHarness(ScriptedDriver([.till, .counter]))
        let read = try await harness.start()
        await harness.driver.tapBegan()
        for (terminal, merchant) in [(TerminalID.till, MerchantID.other), (.counter, .sample)] {
            #expect(await harness.service.read(read.id, at: terminal, of: merchant, waitingAtMost: .seconds(60)) == nil)
            #expect(await harness.service.cancelRead(read.id, at: terminal, of: merchant) == nil)
        }
        #expect(await harness.read(.counted(9)) == nil)
        #expect(await harness.read(read.id)?.status == .waiting)
    }

    @Test("Waiting for the end of a read ends when its time is up")
    func waitingInVain() async throws {
        let harness = TerminalHarness()
        let read = try await harness.start()
        let waiting = Task { await harness.read(read.id, waiting: .seconds(5)) }
        await harness.clock.untilSomethingSleeps(for: .seconds(5))
        harness.clock.advance(by: .seconds(5))
        #expect(await waiting.value?.status == .waiting)
    }

    @Test("Waiting ends when whoever waits hangs up; the read goes on")
    func hangingUp() async throws {
        let harness = TerminalHarness()
        let read = try await harness.start()
        let waiting = Task { await harness.read(read.id, waiting: .seconds(5)) }
        await harness.clock.untilSomethingSleeps(for: .seconds(5))
        waiting.cancel()
        #expect(await waiting.value?.status == .waiting)
        #expect(harness.driver.cancelled == 0)
    }

    @Test("A cancelled read ends at once, its tap with it, and the terminal is free when its canceller hears back")
    func cancelled() async throws {
        let harness = TerminalHarness()
        let read = try await harness.start()
        await harness.driver.tapBegan()
        harness.driver.touch()
        let cancelled = try #require(await harness.service.cancelRead(read.id, at: .till, of: .sample))
        #expect(cancelled.status == .cancelled && cancelled.fault == nil)
        #expect(harness.driver.cancelled == 1)
        _ = try await harness.start()
        #expect(await harness.service.cancelRead(read.id, at: .till, of: .sample) == cancelled)
        #expect(await harness.read(.counted(2))?.status == .waiting)
    }

    @Test("A card that is read after all while its read is cancelled is wiped, and a card that never answers holds nobody up for long")
    func lateCard() async throws {
        let harness = TerminalHarness(ScriptedDriver(endsWhenCancelled: false))
        let read = try await harness.start()
        await harness.driver.tapBegan()
        let cancelling = Task { await harness.service.cancelRead(read.id, at: .till, of: .sample) }
        await harness.driver.tapCancelled()
        await harness.clock.untilSomethingSleeps(for: TerminalService.departureLimit)
        await #expect(throws: StartReadError.busy) { try await harness.start() }
        harness.clock.advance(by: TerminalService.departureLimit)
        #expect(await cancelling.value?.status == .cancelled)
        let card = TerminalCard.sample()
        harness.driver.end(with: .card(card))
        // A second canceller waits for the tap to leave.
        let again = await harness.service.cancelRead(read.id, at: .till, of: .sample)
        #expect(again?.status == .cancelled && again?.card == nil && card.isWiped)
        _ = try await harness.start()
    }

    @Test("A read that has ended stays as it is when it is cancelled")
    func cancelledTooLate() async throws {
        let harness = TerminalHarness()
        let read = try await harness.ended(.card(.sample()))
        #expect(await harness.service.cancelRead(read.id, at: .till, of: .sample) == read)
        #expect(harness.service.refusal(of: read.id.rawValue, to: "INV-1", of: .sample) == nil)
    }
}
