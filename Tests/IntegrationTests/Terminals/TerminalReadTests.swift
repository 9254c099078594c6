import HTTPClient
import JSON
import PCSCSupport
import Sandbox
import TestSupport
import Testing

@Suite("Reads at terminals, through PC/SC", .throughPCSC, .timeLimit(.minutes(2)))
struct TerminalReadTests {
    @Test("A gateway that was there before the service: readers come, a card comes, is read and goes, each told in its order")
    func events() async throws {
        let daemon = try PCSCDaemon(readers: 2)
        daemon.stop()
        let stage = try await TerminalStage(at: daemon.readers, of: daemon)
        let (url, terminal) = ("\(stage.gateway.url)/v1/terminals", stage.terminal())
        let nothing = await stage.caller.ask(.get, url)
        #expect(nothing.status == 200)
        #expect(nothing.json?["terminals"]?.elements.count == 0)
        #expect(nothing["problem"]?.contains("pcscd") == true)

        try daemon.start()
        for index in stage.indices { await stage.events.wait(for: "terminal.attached", at: stage.terminal(index)) }
        let all = await stage.caller.ask(.get, url)
        #expect(all["problem"] == nil)
        #expect(all.json?["terminals"]?.elements.map { $0["id"]?.string } == [terminal, stage.terminal(1)])
        #expect(all.json?["terminals"]?.elements.map { $0["name"]?.string } == daemon.readers.map(\.name))
        #expect(all.json?["terminals"]?.elements.map { $0["status"]?.string } == ["READY", "READY"])
        #expect(await stage.caller.ask(.get, "\(url)/\(terminal)")["terminal", "id"] == terminal)
        #expect(await stage.caller.ask(.get, "\(url)/nowhere").status == 404)
        #expect(await stage.caller.ask(.post, "\(url)/nowhere/reads", "{}").status == 404)

        let id = try await stage.startRead()
        await stage.wait(until: "READING")
        try await stage.hold(CardProfile.visa.card())
        let read = await stage.read(id)
        #expect(read.status == 200)
        #expect(read["read", "id"] == id)
        #expect(read["read", "terminalId"] == terminal)
        #expect(read["read", "status"] == "SUCCEEDED")
        await stage.wait(until: "CARD_PRESENT")
        await stage.takeAway()
        await stage.wait(until: "READY")

        daemon.stop()
        for index in stage.indices { await stage.events.wait(for: "terminal.detached", at: stage.terminal(index)) }
        let heard = stage.events.all(at: terminal)
        #expect(
            heard.map(\.name) == [
                "terminal.attached", "read.started", "card.present", "read.succeeded", "card.removed", "terminal.detached",
            ])
        #expect(heard.map(\.read) == [nil, id, nil, id, nil, nil])
        #expect(stage.events.all(at: stage.terminal(1)).map(\.name) == ["terminal.attached", "terminal.detached"])
        await stage.end()
    }

    @Test("A card that lies there is read, but not twice; taken away and held again it is. Without a card the time is over")
    func insertions() async throws {
        try await TerminalStage.with { stage in
            try await stage.hold(CardProfile.gpn.card())
            await stage.wait(until: "CARD_PRESENT")
            #expect(await stage.read()["read", "status"] == "SUCCEEDED")

            let start = ContinuousClock.now
            let again = await stage.read(timeout: 1)
            #expect(start.duration(to: .now) >= .seconds(1))
            #expect(again["read", "status"] == "TIMED_OUT")
            #expect(again["read", "error", "code"] == "tap.timed_out")

            let third = try await stage.startRead()
            await stage.takeAway()
            try await stage.hold(CardProfile.gpn.card())
            #expect(await stage.read(third)["read", "status"] == "SUCCEEDED")
        }
    }

    @Test("One card at a time is waited for: by a read or a payment, another gets 409")
    func busy() async throws {
        try await TerminalStage.with { stage in
            let payment = PaymentBody.json("T-1", card: #"{"terminal":"\#(stage.terminal())"}"#)
            let reads = "\(stage.gateway.url)/v1/terminals/\(stage.terminal())/reads"
            let id = try await stage.startRead()
            #expect(await stage.caller.ask(.post, reads, "{}").status == 409)
            let refused = await stage.caller.pay(payment, at: stage.gateway)
            #expect(refused.status == 409)
            #expect(refused["state"] == "CONFLICT")
            #expect(await stage.cancel(id)["read", "status"] == "CANCELLED")

            let paying = Task { await stage.caller.pay(payment, at: stage.gateway) }
            await stage.wait(until: "READING")
            #expect(await stage.caller.ask(.post, reads, "{}").status == 409)
            paying.cancel()
            _ = await paying.value
        }
    }

    @Test("Given up, the terminal is free: after DELETE at once, and soon when the client hangs up, in mid-read as well")
    func cancelled() async throws {
        try await TerminalStage.with { stage in
            let first = try await stage.startRead()
            let gone = await stage.cancel(first)
            #expect(gone.status == 200)
            #expect(gone["read", "status"] == "CANCELLED")
            let second = try await stage.startRead()
            #expect(await stage.cancel(second)["read", "status"] == "CANCELLED")

            // While it waits for a card.
            let waiting = Task { await stage.read() }
            await stage.events.wait(for: "read.started", at: stage.terminal(), count: 3)
            waiting.cancel()
            #expect(await waiting.value.status == 0)
            await stage.events.wait(for: "read.failed", at: stage.terminal(), count: 3)
            await stage.wait(until: "READY")

            // A payment.
            let payment = PaymentBody.json("T-1", card: #"{"terminal":"\#(stage.terminal())"}"#)
            let paying = Task { await stage.caller.pay(payment, at: stage.gateway) }
            await stage.wait(until: "READING")
            paying.cancel()
            #expect(await paying.value.status == 0)
            await stage.wait(until: "READY")
            #expect(await stage.caller.ask(.get, stage.gateway.url + "/v1/payments").json?["payments"]?.elements.count == 0)

            // In mid-read, of a card that takes its time.
            let card = WatchedCard(SlowCard(CardProfile.mastercard.card(), taking: .milliseconds(300)))
            let third = try await stage.startRead()
            try await stage.hold(card)
            await card.commands.until { $0 >= 2 }
            #expect(await stage.cancel(third)["read", "status"] == "CANCELLED")
            #expect(await stage.read()["read", "status"] == "SUCCEEDED", "a card that nobody had is offered again")
        }
    }
}
