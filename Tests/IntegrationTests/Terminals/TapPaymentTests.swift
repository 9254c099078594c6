import FoundationEssentials
import HTTPClient
import JSON
import PCSCSupport
import Sandbox
import TestSupport
import Testing

@Suite("Payments with a card at a terminal, through PC/SC", .throughPCSC, .timeLimit(.minutes(2)))
struct TapPaymentTests {
    /// A sandbox in a process of its own, whose callbacks come at once.
    private func sandbox() async throws -> (command: StandingCommand, url: String) {
        let command = try StandingCommand(
            "sandbox", "--listen", "127.0.0.1:0", "--callback-delay", "0s", environment: CommandLineProgram.credentials)
        return (command, try #require(await command.line(with: "is ready at")?.split(separator: " ").last.map(String.init)))
    }

    /// The paths of the charges that the sandbox got, the oldest first.
    private func charges(_ url: String, _ caller: TestCaller) async -> [String] {
        await caller.ask(.get, url + "/sandbox/requests").json?["requests"]?.elements.reversed().compactMap { $0["path"]?.string } ?? []
    }

    private func untilConfirmed(_ payment: Reply, _ stage: TerminalStage) async throws -> Reply {
        let id = try #require(payment["payment", "id"], "\(payment)")
        // The suite's time limit bounds the wait.
        while !Task.isCancelled {
            let shown = await stage.caller.ask(.get, "\(stage.gateway.url)/v1/payments/\(id)")
            if shown["payment", "confirmedBy"] != nil { return shown }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CancellationError()
    }

    @Test("A read is charged once, without a CVV as DIRECT v2, and its callback confirms it")
    func read() async throws {
        let sandbox = try await sandbox()
        try await TerminalStage.with(settings: ["GATEWAY_UPSTREAM_URL": sandbox.url]) { stage in
            let read = try await stage.read(CardProfile.mastercard.card())
            let id = try #require(read["read", "id"])
            let card = #"{"terminalRead":"\#(id)"}"#
            let paid = await stage.caller.pay(PaymentBody.json("R-1", card: card), at: stage.gateway)
            #expect(paid.status == 201, "\(paid)")
            #expect(paid["payment", "redirectUrl"] == nil)
            #expect(paid["payment", "card", "network"] == "MASTERCARD")
            #expect(paid["payment", "card", "first6"] == "555555")
            #expect(paid["payment", "card", "last4"] == "4444")
            #expect(paid["payment", "card", "source"] == "TERMINAL")
            let confirmed = try await untilConfirmed(paid, stage)
            #expect(confirmed["payment", "status"] == "SUCCEEDED")
            #expect(confirmed["payment", "confirmedBy"] == "CALLBACK")

            // The same request again is the same payment, another one has no card.
            let repeated = await stage.caller.pay(PaymentBody.json("R-1", card: card), at: stage.gateway)
            #expect(repeated.status == 200)
            #expect(repeated["payment", "id"] == paid["payment", "id"])
            let used = await stage.caller.pay(PaymentBody.json("R-2", card: card), at: stage.gateway)
            #expect(used.status == 422)
            #expect(used.faults == ["cardDetails.terminalRead: read.used"])
            #expect(await charges(sandbox.url, stage.caller) == ["/card-v2/v2/charge-direct"])
        }
        #expect(await sandbox.command.end() == .exit(0))
    }

    @Test("A payment waits for its card: without a CVV DIRECT v2, with one 3DS; an explicit 3DS without a CVV is told so at once")
    func tap() async throws {
        let sandbox = try await sandbox()
        try await TerminalStage.with(settings: ["GATEWAY_UPSTREAM_URL": sandbox.url]) { stage in
            func pay(_ id: String, _ more: String = "", with profile: CardProfile) async throws -> Reply {
                let body = PaymentBody.json(id, card: #"{"terminal":"\#(stage.terminal())"\#(more)}"#)
                async let reply = stage.caller.pay(body, at: stage.gateway)
                try await stage.hold(profile.card())
                defer { stage.remove() }
                return await reply
            }
            let direct = try await pay("T-1", with: .visa)
            #expect(direct.status == 201, "\(direct)")
            #expect(direct["payment", "card", "source"] == "TERMINAL")
            #expect(try await untilConfirmed(direct, stage)["payment", "status"] == "SUCCEEDED")
            await stage.takeAway()

            let secure = try await pay("T-2", #","cardCvn":"1234""#, with: .amex)
            #expect(secure.status == 201, "\(secure)")
            #expect(secure["payment", "redirectUrl"]?.hasPrefix(sandbox.url) == true)
            await stage.takeAway()

            let card = #"{"terminal":"\#(stage.terminal())"}"#
            let silly = await stage.caller.pay(PaymentBody.json("T-3", card: card, more: #""authentication":"3DS","#), at: stage.gateway)
            #expect(silly.status == 422)
            #expect(silly.faults == ["cardDetails.cardCvn: required"])

            let torn = try await pay("T-4", with: .torn)
            #expect(torn.status == 422)
            #expect(torn.faults == ["cardDetails.terminal: card.removed"])
            await stage.takeAway()
            let expired = try await pay("T-5", with: .expired)
            #expect(expired.status == 422)
            #expect(expired.faults == ["cardDetails.terminal: expired"])

            #expect(await charges(sandbox.url, stage.caller) == ["/card-v2/v2/charge-direct", "/card-v2/v1/charge"])
            // The key of a failed tap is free.
            await stage.takeAway()
            #expect(try await pay("T-4", with: .visa).status == 201)
        }
        #expect(await sandbox.command.end() == .exit(0))
    }

    @Test("A merchant has its own terminals and reads, and nothing of another's")
    func merchants() async throws {
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(2) { readers in
            let folder = try TestFolder()
            let names = readers.map { $0.name.lowercased().replacing(" ", with: "-") }
            let merchants = [("M1", "k1", names[0]), ("M2", "k2", names[1])].map { id, key, terminal in
                #"{"merchantId":"\#(id)","secretUnbound":"s\#(key)","hashKey":"\#(key)","terminals":["\#(terminal)"]}"#
            }
            let file = try folder.write(#"{"merchants":[\#(merchants.joined(separator: ","))]}"#, to: "gateway.json")
            let settings = pool.daemon.settings.merging(["GATEWAY_CONFIG": file]) { $1 }
            let gateway = try await GatewayProcess(in: folder, settings: settings, credentials: [:])
            let caller = try TestCaller()
            let (first, second) = (Self.token("M1", "k1"), Self.token("M2", "k2"))
            let url = gateway.url + "/v1/terminals"

            let list = await caller.ask(.get, url, token: second)
            #expect(list.json?["terminals"]?.elements.map { $0["id"]?.string } == [names[1]])
            #expect(await caller.ask(.get, "\(url)/\(names[0])", token: second).status == 404)
            #expect(await caller.ask(.post, "\(url)/\(names[0])/reads", "{}", token: second).status == 404)

            let read = await caller.ask(.post, "\(url)/\(names[0])/reads", "{}", token: first)
            let id = try #require(read["read", "id"], "\(read)")
            #expect(await caller.ask(.get, "\(url)/\(names[0])/reads/\(id)", token: second).status == 404)
            #expect(await caller.ask(.delete, "\(url)/\(names[0])/reads/\(id)", token: second).status == 404)
            let foreign = await caller.pay(PaymentBody.json("F-1", card: #"{"terminalRead":"\#(id)"}"#), at: gateway, token: second)
            #expect(foreign.status == 422)
            #expect(foreign.faults == ["cardDetails.terminalRead: not_found"])
            let tap = await caller.pay(PaymentBody.json("F-2", card: #"{"terminal":"\#(names[0])"}"#), at: gateway, token: second)
            #expect(tap.status == 422)
            #expect(tap.faults == ["cardDetails.terminal: not_found"])
            #expect(await caller.ask(.get, "\(url)/\(names[0])/reads/\(id)", token: first)["read", "status"] == "WAITING")
            await gateway.end()
            await caller.shutdown()
        }
    }

    private static func token(_ merchant: String, _ key: String) -> String {
        Data("\(merchant):s\(key):\(key)".utf8).base64EncodedString()
    }
}
