import HTTPClient
import HTTPServer
import IFortePay
import Payments
import Reactor
import Secrets
import Testing

@Suite struct IFortePayChannelTests {
    private let accepted = #"{"response_code":"00","response_message":"Success","data":{"link":"https://bank.example/3ds?ref=1"}}"#

    private func channel(_ client: HTTPClient, _ url: String) throws -> IFortePayChannel {
        IFortePayChannel(client: client, address: try #require(ProviderAddress(url)), accounts: [Sample.account])
    }

    /// Authorization computed with `printf '%s' 'MCP2024000001:0x00112233445566778899' | base64`.
    @Test func `a 3DS charge is sent with the published headers and its link comes back`() async throws {
        try await FakeProvider.run(answer: { [accepted] _ in .json(200, accepted) }) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(15))
            #expect(outcome == .redirect(url: "https://bank.example/3ds?ref=1", responseCode: "00", responseMessage: "Success"))
            let received = try #require(provider.received.first)
            #expect(received.path == "/card-v2/v1/charge")
            #expect(received.headers["authorization"] == "Basic TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5")
            #expect(received.headers["x-req-signature"] == "37326eac9bd57a91184d347f83412d11d283fa93508212d40f7c7f5003574d2c")
            #expect(received.headers["content-type"] == "application/json")
            #expect(received.headers["x-version"] == "v3")
            #expect(received.headers["response-type"] == "url")
            #expect(received.body.contains(#""card_number":"4111111111111111""#))
        }
    }

    @Test(arguments: [("917", "/card-v2/v1/charge-direct"), (nil, "/card-v2/v2/charge-direct")])
    func `a direct charge goes to the endpoint for its CVV, without response-type`(cvv: String?, path: String) async throws {
        let answer = #"{"response_code":"00","response_message":"Success","data":{"status":"SUCCESS"}}"#
        try await FakeProvider.run(answer: { _ in .json(200, answer) }) { provider, client in
            let card = ChargeInstrument.card(
                number: SecretBytes(utf8: "4111111111111111"), expiryMonth: 1, expiryYear: 2039, holder: "A B", cvv: cvv.map { SecretBytes(utf8: $0) }
            )
            let charge = Sample.charge(authentication: .direct, instrument: card)
            let outcome = try await channel(client, provider.url).attempt(charge, timeLimit: .seconds(15))
            #expect(outcome == .approved(transactionID: nil, approvalCode: nil, responseCode: "00", responseMessage: "Success"))
            #expect(provider.received.map(\.path) == [path])
            #expect(provider.received.first?.headers["response-type"] == nil)
        }
    }

    @Test(arguments: [
        (400, #"{"response_code":"01","response_message":"bad"}"#), (401, "{}"), (403, #"{"response_code":"04","response_message":"no"}"#),
        (500, "oops"), (200, "<html>"), (302, ""),
    ]) func `each HTTP status arrives as its outcome`(status: Int, body: String) async throws {
        try await FakeProvider.run(answer: { _ in .json(status, body) }) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(15))
            switch (status, outcome) {
            case (400, .rejected), (401, .unauthorized), (403, .declined), (500, .providerFault), (200, .unanswered), (302, .unanswered): break
            default: Issue.record("HTTP \(status) became \(outcome)")
            }
            #expect(provider.received.count == 1)
        }
    }

    @Test func `a redirect is not followed`() async throws {
        try await FakeProvider.run(answer: { _ in Response(status: HTTPStatus(307), headers: ["Location": "/elsewhere"]) }) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(15))
            #expect(outcome == .unanswered(reason: "the answer is a redirect (HTTP 307), which is not followed"))
            #expect(provider.received.map(\.path) == ["/card-v2/v1/charge"])
        }
    }

    @Test func `an answer over a mebibyte is none`() async throws {
        let filler = String(repeating: " ", count: 1 << 20)
        try await FakeProvider.run(answer: { [accepted] _ in .json(200, accepted + filler) }) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(15))
            #expect(outcome == .unanswered(reason: "the answer is larger than 1048576 bytes"))
        }
    }

    @Test func `an answer that is cut is none`() async throws {
        struct Cut: Error {}
        let answer: FakeProvider.Answer = { _ in
            Response(
                body: .stream { writer in
                    try await writer.write(Array(#"{"response_code":"00""#.utf8))
                    throw Cut()
                })
        }
        try await FakeProvider.run(answer: answer) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(15))
            if case .unanswered = outcome {} else { Issue.record("\(outcome)") }
            #expect(provider.received.count == 1)
        }
    }

    @Test func `a provider that is too slow leaves the charge unanswered, and it is sent once`() async throws {
        try await FakeProvider.run(answer: { [accepted] request in
            try await Task.sleep(for: .seconds(30))
            return .json(200, accepted)
        }) { provider, client in
            let outcome = try await channel(client, provider.url).attempt(Sample.charge(), timeLimit: .seconds(1))
            #expect(outcome == .unanswered(reason: "no complete answer within 1.0 seconds"))
            #expect(provider.received.count == 1)
        }
    }

    @Test func `a provider that cannot be reached was not sent to`() async throws {
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        let url = "http://\(listener.address)"
        listener.close()
        try await FakeProvider.run(answer: { _ in .json(200, "") }) { _, client in
            let outcome = try await channel(client, url).attempt(Sample.charge(), timeLimit: .seconds(15))
            if case .notSent = outcome {} else { Issue.record("\(outcome)") }
        }
    }

    @Test func `a charge that cannot be signed or has no account is not sent`() async throws {
        try await FakeProvider.run(answer: { [accepted] _ in .json(200, accepted) }) { provider, client in
            let channel = try channel(client, provider.url)
            #expect(
                await channel.attempt(Sample.charge(externalID: ""), timeLimit: .seconds(5))
                    == .notSent(reason: "a request without external_id or order_id cannot be signed"))
            let stranger = Sample.charge(merchant: try #require(MerchantID("OTHER")))
            #expect(await channel.attempt(stranger, timeLimit: .seconds(5)) == .notSent(reason: "no credentials for merchant OTHER"))
            #expect(provider.received.isEmpty)
        }
    }

    @Test func `a hundred charges at once get their own answers`() async throws {
        let answer: FakeProvider.Answer = { request in
            let id = request.head.headers["x-req-signature"] ?? ""
            return .json(200, #"{"response_code":"00","response_message":"S","data":{"link":"https://x/\#(id)"}}"#)
        }
        try await FakeProvider.run(answer: answer) { provider, client in
            let channel = try channel(client, provider.url)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let charge = Sample.charge(externalID: "ext-\(number)")
                        let signature = RequestSignature.value(hashKey: Sample.hashKey, externalID: "ext-\(number)", orderID: "ORD-0001") ?? ""
                        let outcome = await channel.attempt(charge, timeLimit: .seconds(30))
                        #expect(outcome == .redirect(url: "https://x/\(signature)", responseCode: "00", responseMessage: "S"))
                    }
                }
            }
            #expect(Set(provider.received.map(\.body)).count == 100)
        }
    }

    @Test func `an attempt leaves the charge itself as it was, for the next one`() async throws {
        try await FakeProvider.run(answer: { [accepted] _ in .json(200, accepted) }) { provider, client in
            let charge = Sample.charge()
            for _ in 1...2 { _ = try await channel(client, provider.url).attempt(charge, timeLimit: .seconds(15)) }
            #expect(Set(provider.received.map(\.body)).count == 1)
        }
    }
}
