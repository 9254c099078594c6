import HTTPClient
import PCSCSupport
import TestSupport
import Testing

@testable import Sandbox

@Suite("Data of cards that are tapped", .throughPCSC, .timeLimit(.minutes(2)))
struct TapDataTests {
    /// A test number of Visa's that is on no profile, and a CVV.
    private static let number = "4012888888881881"
    private static let cvv = "739"

    private static let card = VirtualCard(.gpn(CardAccount(number, holder: "NURHALIZA/SITI")))

    @Test("No number or CVV stands in a log, a ledger file, an answer or an event, whatever becomes of a tap", arguments: ["debug", "info"])
    func searched(level: String) async throws {
        let folder = try TestFolder()
        let sandbox = try StandingCommand(
            "sandbox", "--listen", "127.0.0.1:0", "--callback-delay", "0s", environment: CommandLineProgram.credentials,
            errors: folder.file("sandbox.log"))
        let upstream = try #require(await sandbox.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
        let settings = ["GATEWAY_UPSTREAM_URL": upstream, "GATEWAY_LOG_LEVEL": level, "GATEWAY_REQUEST_DEADLINE": "10s"]
        try await TerminalStage.with(settings: settings, in: folder) { stage in
            var answers: [(String, [UInt8])] = []
            func keep(_ name: String, _ reply: Reply, expecting status: Int, _ word: String? = nil) {
                #expect(reply.status == status, "\(name): \(reply)")
                #expect(reply["read", "status"] == word, "\(name)")
                answers.append((name, reply.bytes))
            }
            func pay(_ name: String, amount: Int = 150_000, _ card: String, expecting status: Int) async {
                keep(name, await stage.caller.pay(PaymentBody.json(name, amount: amount, card: card), at: stage.gateway), expecting: status)
            }
            let read = try await stage.read(Self.card)
            keep("read", read, expecting: 201, "SUCCEEDED")
            let id = try #require(read["read", "id"])
            await pay("refused", amount: 150_400, #"{"terminalRead":"\#(id)","cardCvn":"\#(Self.cvv)"}"#, expecting: 400)
            await pay("used", #"{"terminalRead":"\#(id)","cardCvn":"\#(Self.cvv)"}"#, expecting: 422)
            await stage.takeAway()

            let terminal = stage.terminal()
            for (name, amount, status) in [("approved", 150_000, 201), ("declined", 150_051, 402)] {
                async let paid: Void = pay(name, amount: amount, #"{"terminal":"\#(terminal)"}"#, expecting: status)
                try await stage.hold(Self.card)
                await paid
                await stage.takeAway()
            }
            async let secure: Void = pay("secure", #"{"terminal":"\#(terminal)","cardCvn":"\#(Self.cvv)"}"#, expecting: 201)
            try await stage.hold(Self.card)
            await secure
            await stage.takeAway()

            // The number has been read when these go.
            for fault in [FaultyCard.Fault.leaves, .leavesInMidAnswer] {
                keep("\(fault)", try await stage.read(FaultyCard(Self.card, fault, after: 3)), expecting: 201, "FAILED")
                await stage.takeAway()
            }
            // A card that puts its number where texts belong.
            var talkative = VirtualApplication.gpn(CardAccount(Self.number))
            talkative.label = Self.number
            talkative.name = CardDataSearch.packed(Self.number)
            keep("talkative", try await stage.read(VirtualCard(talkative)), expecting: 201, "SUCCEEDED")
            await stage.takeAway()

            #expect(await sandbox.end() == .exit(0))
            async let lost: Void = pay("lost", #"{"terminal":"\#(terminal)"}"#, expecting: 504)
            try await stage.hold(Self.card)
            await lost
            for path in ["/v1/payments", "/v1/callbacks", "/v1/terminals", "/v1/terminals/\(terminal)/reads/\(id)"] {
                answers.append((path, await stage.caller.get(stage.gateway.url + path)?.body ?? []))
            }
            answers.append(("events", stage.events.bytes))

            // Before the end: the write-ahead log is there as well.
            var searched = try folder.contents()
            #expect(searched.map(\.name).contains("ledger.db-wal"))
            #expect(searched.first { $0.name == "gateway.log" }?.bytes.isEmpty == false)
            await stage.takeAway()
            await stage.gateway.end()
            searched += try folder.contents()
            let search = CardDataSearch(number: Self.number, cvv: Self.cvv)
            for (place, bytes) in searched + answers { search.expectNothing(in: bytes, place) }
        }
    }

    @Test("terminals read shows no number")
    func command() async throws {
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(1) { readers in
            let terminal = TerminalCommandTests.terminal(readers[0])
            let link = try await TerminalCommandTests.hold(Self.card, to: readers[0])
            let outcome = try await CommandLineProgram.run("terminals", "read", terminal, environment: pool.daemon.settings)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("401288******1881"))
            let search = CardDataSearch(number: Self.number, cvv: Self.cvv)
            for text in [outcome.output, outcome.errors] { search.expectNothing(in: Array(text.utf8), "output") }
            link.remove()
            await TerminalCommandTests.waitUntilEmpty(readers[0], pool.daemon)
        }
    }
}
