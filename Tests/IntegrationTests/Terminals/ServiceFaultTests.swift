import Glibc
import HTTPClient
import JSON
import PCSCSupport
import Sandbox
import TestSupport
import Testing

@Suite("Gateways and PC/SC services that end in mid-read", .throughPCSC, .timeLimit(.minutes(2)))
struct ServiceFaultTests {
    @Test("pcscd is killed in mid-read: the reads have failed, and once it is back the same gateway reads again")
    func serviceKilled() async throws {
        let daemon = try PCSCDaemon(readers: 2)
        let stage = try await TerminalStage(at: daemon.readers, of: daemon)
        for index in stage.indices { await stage.wait(until: "READY", at: index) }
        for round in 1...2 {
            let card = WatchedCard(FaultyCard(CardProfile.mastercard.card(), .fallsSilent, after: 1))
            async let reading = stage.read()
            async let waiting = stage.read(at: 1)
            try await stage.hold(card)
            await card.commands.until { $0 >= 2 }
            await stage.wait(until: "READING", at: 1)
            daemon.kill()
            for reply in await [reading, waiting] {
                #expect(reply["read", "status"] == "FAILED", "\(reply)")
                #expect(reply["read", "error", "code"] == "reader.lost", "\(reply)")
            }
            for index in stage.indices { await stage.events.wait(for: "terminal.detached", at: stage.terminal(index), count: round) }
            let gone = await stage.caller.ask(.get, stage.gateway.url + "/v1/terminals")
            #expect(gone.json?["terminals"]?.elements.count == 0)
            #expect(gone["problem"]?.contains("pcscd") == true)
            #expect(await stage.caller.ask(.get, stage.gateway.url + "/readyz").status == 200, "payments with typed cards go on")

            // The first time they were attached may have been before the stream began.
            let attached = stage.indices.map { stage.events.count("terminal.attached", at: stage.terminal($0)) }
            try daemon.start()
            for index in stage.indices { await stage.events.wait(for: "terminal.attached", at: stage.terminal(index), count: attached[index] + 1) }
            let again = try await stage.read(CardProfile.visa.card(), at: 1)
            #expect(again["read", "status"] == "SUCCEEDED", "\(again)")
            stage.remove(at: 1)
            await stage.wait(until: "READY", at: 1)
        }
        let last = try await stage.read(CardProfile.visa.card())
        #expect(last["read", "status"] == "SUCCEEDED", "\(last)")
        await stage.end()
    }

    @Test("The gateway is killed in mid-read: the next one reads the card that still lies there")
    func gatewayKilled() async throws {
        let folder = try TestFolder()
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(1) { readers in
            let first = try await TerminalStage(at: readers, of: pool.daemon, in: folder)
            await first.wait(until: "READY")
            let card = WatchedCard(SlowCard(CardProfile.mastercard.card(), taking: .milliseconds(250)))
            _ = try await first.startRead()
            try await first.hold(card)
            await card.commands.until { $0 >= 2 }
            #expect(await first.gateway.command.end(by: SIGKILL) == .signal(SIGKILL))
            await first.events.waitForEnd()

            let second = try await TerminalStage(at: readers, of: pool.daemon, in: folder)
            await second.wait(until: "CARD_PRESENT")
            let reply = await second.read()
            #expect(reply["read", "status"] == "SUCCEEDED", "\(reply)")
            #expect(reply["read", "card", "last4"] == "4444")
            first.remove()
            await second.wait(until: "READY")
            await second.end()
            await first.caller.shutdown()
        }
    }

    @Test("SIGTERM while cards are waited for: everybody is answered, and the end comes at once, though a card keeps silent")
    func terminated() async throws {
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(3) { readers in
            let stage = try await TerminalStage(at: readers, of: pool.daemon)
            for index in stage.indices { await stage.wait(until: "READY", at: index) }
            let card = WatchedCard(FaultyCard(CardProfile.mastercard.card(), .fallsSilent, after: 1))
            async let waiting = stage.read()
            async let paying = stage.caller.pay(
                PaymentBody.json("K-1", card: #"{"terminal":"\#(stage.terminal(1))"}"#), at: stage.gateway)
            async let reading = stage.read(at: 2)
            try await stage.hold(card, at: 2)
            await card.commands.until { $0 >= 2 }
            for index in stage.indices { await stage.wait(until: "READING", at: index) }

            let start = ContinuousClock.now
            await stage.gateway.end()
            #expect(start.duration(to: .now) < .seconds(15))
            for reply in await [waiting, reading] { #expect(reply["read", "status"] == "CANCELLED", "\(reply)") }
            let refused = await paying
            #expect(refused.status == 503, "\(refused)")
            #expect(refused["state"] == "UNAVAILABLE")
            await stage.events.waitForEnd()
            stage.remove(at: 2)
            await TerminalCommandTests.waitUntilEmpty(readers[2], pool.daemon)
            await stage.caller.shutdown()
        }
    }
}
