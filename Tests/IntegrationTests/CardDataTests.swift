import HTTPClient
import TestSupport
import Testing

@Suite("Card data and secrets", .timeLimit(.minutes(2)))
struct CardDataTests {
    /// A Visa test number that is in no other test, and a CVV.
    private static let number = "4012888888881881"
    private static let cvv = "739"

    @Test("No card number, CVV or key stands in a log, a ledger file or an answer, whatever becomes of the payment")
    func searched() async throws {
        let folder = try TestFolder()
        let sandbox = try StandingCommand(
            "sandbox", "--listen", "127.0.0.1:0", "--callback-delay", "0s", environment: CommandLineProgram.credentials,
            errors: folder.file("sandbox.log"))
        let upstream = try #require(await sandbox.line(with: "is ready at")?.split(separator: " ").last.map(String.init))
        let gateway = try await GatewayProcess(in: folder, settings: ["GATEWAY_UPSTREAM_URL": upstream, "GATEWAY_REQUEST_DEADLINE": "10s"])
        let caller = try TestCaller()
        var answers: [(String, [UInt8])] = []
        func pay(_ name: String, _ body: String, expecting status: Int) async {
            let answer = await caller.post(body, to: gateway.url + "/v1/payments", authorized: true)
            #expect(answer?.status == status, "\(name)")
            answers.append((name, answer?.body ?? []))
        }
        let card = Self.card()
        await pay("accepted", PaymentBody.json("A-1", card: card), expecting: 201)
        await pay("accepted and approved", PaymentBody.json("A-2", card: card, more: #""authentication":"DIRECT","#), expecting: 201)
        await pay("declined", PaymentBody.json("D-1", amount: 150_051, card: card, more: #""authentication":"DIRECT","#), expecting: 402)
        await pay("refused by the provider", PaymentBody.json("R-1", amount: 150_400, card: card), expecting: 400)
        await pay("invalid", PaymentBody.json("I-1", card: Self.card(month: "13")), expecting: 422)
        await pay("wrong check digit", PaymentBody.json("I-2", card: Self.card(number: "4012888888881882")), expecting: 422)
        await pay("a number of the wrong type", PaymentBody.json("I-3", card: #"{"cardNumber":\#(Self.number)}"#), expecting: 422)
        await pay(
            "a number in the wrong fields", PaymentBody.json(Self.number + "!", card: card, more: #""currency":"\#(Self.number)","#), expecting: 422)
        await pay("malformed", PaymentBody.json("M-1", card: card) + ",", expecting: 422)
        await pay("cut", String(PaymentBody.json("M-2", card: card).dropLast(40)), expecting: 422)
        #expect(await sandbox.end() == .exit(0))
        await pay("provider down", PaymentBody.json("N-1", card: card), expecting: 504)
        for path in ["/v1/payments", "/v1/callbacks"] {
            answers.append((path, await caller.get(gateway.url + path)?.body ?? []))
        }

        // Before the end: the write-ahead log is there as well.
        var searched = try folder.contents()
        #expect(searched.map(\.0).contains("ledger.db-wal"))
        #expect(searched.first { $0.0 == "gateway.log" }?.1.isEmpty == false)
        await gateway.end()
        searched += try folder.contents()
        let search = CardDataSearch(number: Self.number, cvv: Self.cvv, others: [("the mistyped number", "4012888888881882")])
        for (place, bytes) in searched + answers { search.expectNothing(in: bytes, place) }
        await caller.shutdown()
    }

    private static func card(number: String = Self.number, month: String = "12") -> String {
        #"{"cardHolderName":"Siti Nurhaliza","cardNumber":"\#(number)","cardExpiredMonth":"\#(month)","cardExpiredYear":"2039","cardCvn":"\#(cvv)"}"#
    }
}
