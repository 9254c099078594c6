import Sandbox
import TestSupport
import Testing

@Suite("Cards that fail in mid-read, through PC/SC", .throughPCSC, .timeLimit(.minutes(2)))
struct CardFaultTests {
    private struct Case: Sendable {
        let name: String
        let card: any VirtualCardBehaviour
        /// Nil: it is read all the same.
        let code: String?
    }

    private static let good = CardProfile.mastercard.card()

    private static let cases = [
        Case(name: "gone at the first command", card: FaultyCard(good, .leaves, after: 0), code: "card.removed"),
        Case(name: "gone at the second", card: FaultyCard(good, .leaves, after: 1), code: "card.removed"),
        Case(name: "gone at the last", card: FaultyCard(good, .leaves, after: 4), code: "card.removed"),
        Case(name: "gone in mid-answer", card: FaultyCard(good, .leavesInMidAnswer, after: 1), code: "card.removed"),
        Case(name: "gone in the middle of the record", card: FaultyCard(good, .leavesInMidAnswer, after: 4), code: "card.removed"),
        Case(name: "half a status word", card: FaultyCard(good, .answersOneByte, after: 1), code: "card.removed"),
        Case(name: "late", card: LateCard(good, at: 2, by: .milliseconds(700)), code: nil),
    ]

    @Test("Torn, partial and late answers end as they should, and the next card is read")
    func answers() async throws {
        try await TerminalStage.with(Self.cases.count) { stage in
            try await stage.deal(Self.cases) { fault, index in
                let reply = try await stage.read(fault.card, at: index)
                #expect(reply["read", "status"] == (fault.code == nil ? "SUCCEEDED" : "FAILED"), "\(fault.name): \(reply)")
                #expect(reply["read", "error", "code"] == fault.code, "\(fault.name): \(reply)")
                await stage.takeAway(at: index)
                #expect(try await stage.read(Self.good, at: index)["read", "status"] == "SUCCEEDED", "after \(fault.name)")
                await stage.takeAway(at: index)
            }
        }
    }

    @Test(
        "A card that never answers, or with no byte, keeps nobody waiting: taken away, it was removed",
        arguments: [FaultyCard.Fault.fallsSilent, .answersNothing])
    func silentUntilTakenAway(_ fault: FaultyCard.Fault) async throws {
        try await TerminalStage.with { stage in
            let card = WatchedCard(FaultyCard(Self.good, fault, after: 1))
            async let reply = stage.read()
            try await stage.hold(card)
            await card.commands.until { $0 >= 2 }
            await stage.wait(until: "READING")
            stage.remove()
            #expect(await reply["read", "error", "code"] == "card.removed")
            await stage.takeAway()
            #expect(try await stage.read(Self.good)["read", "status"] == "SUCCEEDED")
        }
    }

    @Test("Given up while the card keeps silent, the read is answered at once; the terminal is unavailable until the card goes")
    func cancelledWhileSilent() async throws {
        try await TerminalStage.with(2) { stage in
            let card = WatchedCard(FaultyCard(Self.good, .fallsSilent, after: 2))
            let id = try await stage.startRead()
            try await stage.hold(card)
            await card.commands.until { $0 >= 3 }
            let cancelled = await stage.cancel(id)
            #expect(cancelled["read", "status"] == "CANCELLED")
            await stage.wait(until: "UNAVAILABLE")

            // The other reader goes on.
            #expect(try await stage.read(CardProfile.visa.card(), at: 1)["read", "status"] == "SUCCEEDED")

            let kept = await stage.read(timeout: 1)
            #expect(kept["read", "status"] == "TIMED_OUT")
            #expect(kept["read", "error", "message"]?.contains("take that card away") == true, "\(kept)")
            #expect(await stage.status() == "UNAVAILABLE")

            await stage.takeAway()
            await stage.wait(until: "READY")
            #expect(try await stage.read(Self.good)["read", "status"] == "SUCCEEDED")
        }
    }

    @Test("A silent card is given up after ten seconds, as is a payment that waits for it")
    func silent() async throws {
        try await TerminalStage.with(2) { stage in
            let start = ContinuousClock.now
            let payment = PaymentBody.json("S-1", card: #"{"terminal":"\#(stage.terminal(1))"}"#)
            async let reply = stage.read(CardProfile.silent.card())
            async let paid = stage.caller.pay(payment, at: stage.gateway)
            try await stage.hold(CardProfile.silent.card(failingAfter: 3), at: 1)
            let (read, refused) = try await (reply, paid)
            // Before their own time, thirty seconds, is over.
            #expect(start.duration(to: .now) < .seconds(25))
            #expect(read["read", "status"] == "TIMED_OUT", "\(read)")
            #expect(read["read", "error", "code"] == "tap.timed_out")
            #expect(read["read", "error", "message"]?.contains("did not answer") == true)
            #expect(refused.status == 422)
            #expect(refused.faults == ["cardDetails.terminal: tap.timed_out"])
            for index in stage.indices {
                await stage.wait(until: "UNAVAILABLE", at: index)
                await stage.takeAway(at: index)
                await stage.wait(until: "READY", at: index)
                #expect(try await stage.read(Self.good, at: index)["read", "status"] == "SUCCEEDED")
            }
        }
    }
}
