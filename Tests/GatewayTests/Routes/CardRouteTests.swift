import HTTPServer
import JSON
import Payments
import Storage
import Testing

@testable import Gateway

@Suite struct `Card check` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
    }

    private func check(_ body: String) async throws -> Reply {
        try await gateway.send(.post, "/v1/cards/check", body)
    }

    @Test func `A number half typed is valid and not complete`() async throws {
        let reply = try await check(#"{"cardNumber": "4111 11", "cardExpiredMonth": ""}"#)
        #expect(reply.status == 200)
        #expect(reply["cardNumber.valid"]?.bool == true)
        #expect(reply["cardNumber.complete"]?.bool == false)
        #expect(reply["cardNumber.message"]?.isNull == true)
        #expect(reply["network"]?.string == "VISA")
        #expect(reply["formatted"]?.string == "4111 11")
        #expect(reply["cvvLength"]?.integer == 3)
        #expect(reply["lengths"]?.elements.contains { $0.integer == 16 } == true)
        #expect(reply.headers["Cache-Control"] == "no-store")
    }

    @Test func `A whole card is complete, an Amex is grouped 4-6-5`() async throws {
        let reply = try await check(
            #"{"cardNumber": "378282246310005", "cardExpiredMonth": "12", "cardExpiredYear": "39", "cardCvn": "1234", "cardHolderName": "SITI N"}"#)
        for field in ["cardNumber", "cardExpiredMonth", "cardExpiredYear", "cardCvn", "cardHolderName"] {
            #expect(reply["\(field).complete"]?.bool == true)
        }
        #expect(reply["formatted"]?.string == "3782 822463 10005")
        #expect(reply["cvvLength"]?.integer == 4)
    }

    @Test func `What is wrong has a message`() async throws {
        let reply = try await check(#"{"cardNumber": "4111111111111112", "cardExpiredMonth": "13"}"#)
        #expect(reply["cardNumber.valid"]?.bool == false)
        #expect(reply["cardNumber.message"]?.string?.isEmpty == false)
        #expect(reply["cardExpiredMonth.valid"]?.bool == false)
    }

    @Test func `Malformed JSON and wrong types are problems that name the field`() async throws {
        let malformed = try await check("{")
        #expect(malformed.status == 422)
        #expect(malformed.isProblem)
        #expect(malformed.failingFields == ["$ json"])
        let wrong = try await check(#"{"cardNumber": 4111, "cardCvn": "1", "cardCvn": "2"}"#)
        #expect(wrong.status == 422)
        #expect(wrong.isProblem)
        #expect(wrong.failingFields == ["cardNumber type", "cardCvn repeated"])
    }
}
