import Foundation
import HTTPClient
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
            errors: try folder.appending(to: "sandbox.log"))
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
        await pay("accepted", Self.payment("A-1", card: card), expecting: 201)
        await pay("accepted and approved", Self.payment("A-2", card: card, more: #""authentication":"DIRECT","#), expecting: 201)
        await pay("declined", Self.payment("D-1", amount: 150_051, card: card, more: #""authentication":"DIRECT","#), expecting: 402)
        await pay("refused by the provider", Self.payment("R-1", amount: 150_400, card: card), expecting: 400)
        await pay("invalid", Self.payment("I-1", card: Self.card(month: "13")), expecting: 422)
        await pay("wrong check digit", Self.payment("I-2", card: Self.card(number: "4012888888881882")), expecting: 422)
        await pay("a number of the wrong type", Self.payment("I-3", card: #"{"cardNumber":\#(Self.number)}"#), expecting: 422)
        await pay(
            "a number in the wrong fields", Self.payment(Self.number + "!", card: card, more: #""currency":"\#(Self.number)","#), expecting: 422)
        await pay("malformed", Self.payment("M-1", card: card) + ",", expecting: 422)
        await pay("cut", String(Self.payment("M-2", card: card).dropLast(40)), expecting: 422)
        #expect(await sandbox.end() == 0)
        await pay("provider down", Self.payment("N-1", card: card), expecting: 504)
        for path in ["/v1/payments", "/v1/callbacks"] {
            answers.append((path, await caller.get(gateway.url + path)?.body ?? []))
        }

        // Before the end: the write-ahead log is there as well.
        var searched = try files(of: folder)
        #expect(searched.map(\.0).contains("ledger.db-wal"))
        #expect(searched.first { $0.0 == "gateway.log" }?.1.isEmpty == false)
        #expect(await gateway.command.end() == 0)
        searched += try files(of: folder)
        for (place, bytes) in searched + answers { expectClean(bytes, place) }
        await caller.shutdown()
    }

    /// The search must find what it looks for.
    @Test("The search finds a number in each of its guises")
    func searchWorks() {
        let guises = [
            Self.number, "4012 8888 8888 1881", "4012-8888-8888-1881", Data(Self.number.utf8).base64EncodedString(),
            Data("x\(Self.number)".utf8).base64EncodedString(), Data("xy\(Self.number)yz".utf8).base64EncodedString(),
            "34303132383838383838383831383831",
        ]
        for guise in guises { #expect(Self.forms.contains { contains(Array("before \(guise) after".utf8), $0.bytes) }, "\(guise)") }
    }

    private func expectClean(_ bytes: [UInt8], _ place: String) {
        for form in Self.forms {
            #expect(!contains(bytes, form.bytes), "\(form.name) in \(place)")
        }
    }

    private func contains(_ haystack: [UInt8], _ needle: [UInt8]) -> Bool {
        Data(haystack).range(of: Data(needle)) != nil
    }

    private func files(of folder: TestFolder) throws -> [(String, [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            (name, Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))))
        }
    }

    /// Every form in which the number or a secret could stand somewhere.
    private static var forms: [(name: String, bytes: [UInt8])] {
        let groups = stride(from: 0, to: 16, by: 4).map { String(Array(number)[$0..<$0 + 4]) }
        var texts = [
            ("the number", number), ("the number in groups", groups.joined(separator: " ")),
            ("the number with dashes", groups.joined(separator: "-")),
            ("the number in hexadecimal", number.utf8.map { String($0, radix: 16) }.joined()), ("the CVV", "\"\(cvv)\""),
            ("the mistyped number", "4012888888881882"),
        ]
        // Base64 at each of the three alignments; the characters that depend on the neighbours are cut off.
        for shift in 0..<3 {
            let encoded = Data((String(repeating: "x", count: shift) + number).utf8).base64EncodedString()
            let stable = encoded.dropFirst(shift == 0 ? 0 : shift + 1).prefix((16 - 3) * 4 / 3)
            texts.append(("the number in base64", String(stable)))
        }
        for name in ["GATEWAY_SECRET_UNBOUND", "GATEWAY_HASH_KEY"] {
            let secret = CommandLineProgram.credentials[name] ?? ""
            texts += [(name, secret), ("\(name) in base64", Data(secret.utf8).base64EncodedString())]
        }
        texts.append(("the credential token", TestCaller.token))
        return texts.map { ($0.0, Array($0.1.utf8)) } + [("the number in BCD", bcd)]
    }

    private static var bcd: [UInt8] {
        stride(from: 0, to: 16, by: 2).compactMap { UInt8(String(Array(number)[$0..<$0 + 2]), radix: 16) }
    }

    private static func card(number: String = Self.number, month: String = "12") -> String {
        #"{"cardHolderName":"Siti Nurhaliza","cardNumber":"\#(number)","cardExpiredMonth":"\#(month)","cardExpiredYear":"2039","cardCvn":"\#(cvv)"}"#
    }

    private static func payment(_ externalID: String, amount: Int = 150_000, card: String, more: String = "") -> String {
        """
        {\(more)"externalId":"\(externalID)","orderId":"ORDER-1","amount":\(amount),"transactionDescription":"Shoes","cardDetails":\(card),
        "customerDetails":{"fullName":"Siti Nurhaliza","phone":"+628123456789","email":"siti@example.id","ipAddress":"203.0.113.7"},
        "returnUrl":"https://shop.example.id/back"}
        """
    }
}
