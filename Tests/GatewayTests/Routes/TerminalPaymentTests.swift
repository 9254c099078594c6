import HTTPServer
import JSON
import Payments
import PaymentsSupport
import Storage
import Testing

@testable import Gateway

/// Payments whose card was, or is, held to a terminal (contract, section 2).
@Suite(.timeLimit(.minutes(2))) struct `Payments at terminals` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
        gateway.channel.answer(ScriptedChannel.approved("T-1"))
    }

    private func pay(_ card: String, _ externalID: String = "INV-1", as token: CredentialToken = TestGateway.shop) async throws -> Reply {
        let sample = PaymentSample().with("cardDetails", card).with("externalId", "\"\(externalID)\"")
        return try await gateway.send(.post, "/v1/payments", sample.json, as: token.authorization)
    }

    private func expectPaid(_ reply: Reply) {
        #expect(reply.status == 201, "\(reply.failingFields)")
        #expect(reply["payment.status"]?.string == "SUCCEEDED")
        #expect(
            reply.text.contains(
                #""card":{"network":"VISA","first6":"411111","last4":"1111","expiryMonth":12,"expiryYear":2039,"source":"TERMINAL"}"#))
        #expect(!reply.text.contains(ScriptedDriver.cardNumber))
    }

    private func expectRefused(_ reply: Reply, _ field: String, _ code: String) {
        #expect(reply.status == 422)
        #expect(reply["state"]?.string == "VALIDATION_ERROR")
        #expect(reply.failingFields == ["cardDetails.\(field) \(code)"])
        #expect(reply["payment"]?.isNull == true)
    }

    @Test func `A read can be charged, once`() async throws {
        let card = "{\"terminalRead\": \"\(try await gateway.succeededRead())\"}"
        expectPaid(try await pay(card))
        expectRefused(try await pay(card, "INV-2"), "terminalRead", "read.used")
        #expect(try await pay(card).status == 200)
        #expect(gateway.channel.attempts == 1)
    }

    @Test func `A read of another merchant, or none, is the field's error`() async throws {
        let read = try await gateway.succeededRead()
        expectRefused(try await pay("{\"terminalRead\": \"\(read)\"}", as: TestGateway.other), "terminalRead", "not_found")
        expectRefused(try await pay(#"{"terminalRead": "read_1"}"#), "terminalRead", "not_found")
        #expect(gateway.channel.attempts == 0)
    }

    @Test func `A read whose time is over can be charged no more`() async throws {
        let read = try await gateway.succeededRead()
        await gateway.clock.untilSomethingSleeps(for: .seconds(300))
        gateway.clock.advance(by: .seconds(300))
        expectRefused(try await pay("{\"terminalRead\": \"\(read)\"}"), "terminalRead", "read.expired")
    }

    @Test func `A card that is held to a terminal now is charged`() async throws {
        async let reply = pay(#"{"terminal": "front-00", "timeoutSeconds": 5}"#)
        #expect(await gateway.driver.tapWaits() == .seconds(5))
        gateway.driver.end(with: ScriptedDriver.card)
        expectPaid(try await reply)
    }

    @Test func `A tap that failed is the terminal's error, and nothing is recorded`() async throws {
        async let reply = pay(#"{"terminal": "front-00"}"#)
        #expect(await gateway.driver.tapWaits() == .seconds(30))
        gateway.driver.end(with: ScriptedDriver.removed)
        expectRefused(try await reply, "terminal", "card.removed")
        #expect(try await gateway.send(.get, "/v1/payments")["payments"]?.elements.count == 0)
    }

    @Test func `Another merchant's terminal, or none, is the field's error`() async throws {
        expectRefused(try await pay(#"{"terminal": "back-00"}"#), "terminal", "not_found")
        expectRefused(try await pay(#"{"terminal": "front-01"}"#), "terminal", "not_found")
        #expect(gateway.driver.limits.isEmpty)
    }

    @Test func `A busy terminal is a conflict, whoever waits there`() async throws {
        async let first = pay(#"{"terminal": "front-00"}"#)
        await gateway.driver.tapWaits()
        let second = try await pay(#"{"terminal": "front-00"}"#, "INV-2")
        #expect(second.status == 409)
        #expect(second["state"]?.string == "CONFLICT")
        #expect(try await gateway.send(.post, "/v1/terminals/front-00/reads").status == 409)
        gateway.driver.end(with: ScriptedDriver.card)
        expectPaid(try await first)
        #expect(try await gateway.send(.post, "/v1/terminals/front-00/reads").status == 201)
        #expect(try await pay(#"{"terminal": "front-00"}"#, "INV-3")["state"]?.string == "CONFLICT")
    }

    @Test func `Without a CVV there is no 3DS`() async throws {
        let sample = PaymentSample().with("authentication", #""3DS""#).with("cardDetails", #"{"terminal": "front-00"}"#)
        expectRefused(try await gateway.send(.post, "/v1/payments", sample.json), "cardCvn", "required")
        #expect(gateway.driver.limits.isEmpty)
    }

    @Test func `Whoever hangs up while a tap is waited for pays nothing`() async throws {
        let paying = Task { try await pay(#"{"terminal": "front-00"}"#) }
        await gateway.driver.tapWaits()
        paying.cancel()
        await gateway.driver.tapEnded()
        #expect(try await paying.value["payment"]?.isNull == true)
        #expect(gateway.channel.attempts == 0)
        #expect(try await gateway.send(.get, "/v1/payments")["payments"]?.elements.count == 0)
    }

    @Test(arguments: [false, true])
    func `Whoever hangs up while the card is charged has paid`(isTapped: Bool) async throws {
        gateway.channel.hold()
        let paying = Task { try await pay(isTapped ? #"{"terminal": "front-00"}"# : PaymentSample.card()) }
        if isTapped {
            await gateway.driver.tapWaits()
            gateway.driver.end(with: ScriptedDriver.card)
        }
        await gateway.channel.asked()
        paying.cancel()
        gateway.channel.release()
        #expect(try await paying.value.status == 201)
        #expect(try await gateway.send(.get, "/v1/payments")["payments.0.status"]?.string == "SUCCEEDED")
    }

    @Test func `A gateway that stops takes no card any more`() async throws {
        async let waiting = pay(#"{"terminal": "front-00"}"#)
        await gateway.driver.tapWaits()
        await gateway.terminals.stop()
        #expect(try await waiting.status == 503)
        #expect(try await waiting["state"]?.string == "UNAVAILABLE")
        #expect(gateway.channel.attempts == 0)
    }
}
