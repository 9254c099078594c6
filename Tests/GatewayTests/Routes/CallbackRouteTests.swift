import Crypto
import HTTPServer
import IFortePay
import JSON
import Payments
import Secrets
import Storage
import Testing

@testable import Gateway

/// A callback's body, signed as iFortePay signs.
func signedCallback(_ data: String, by token: CredentialToken = TestGateway.shop, event: String = "payment.success") -> String {
    let signature = Hex.encode(HMACSHA256.code(for: Array(data.utf8), key: token.hashKey))
    return #"{"event": "\#(event)", "data": \#(data), "signature": "\#(signature)"}"#
}

@Suite struct `Callback receiver` {
    private let data = #"{"transactionId": "TXN-001", "amount": 150000, "paymentStatus": "SUCCESS"}"#

    private func post(_ gateway: TestGateway, _ target: String, _ body: String, headers: HTTPHeaders = [:]) async throws -> Reply {
        try await gateway.send(.post, target, body, as: nil, headers: headers)
    }

    @Test(arguments: ["/callback", "/callback/", "/callback/SHOP-1", "/callback/SHOP-1/"])
    func `A signed callback is SUCCESS on every form of the path`(target: String) async throws {
        let reply = try await post(try TestGateway(), target, signedCallback(data))
        #expect(reply.status == 200)
        #expect(reply.text == #"{"message":"SUCCESS"}"#)
        #expect(reply.headers["Content-Type"] == "application/json")
    }

    @Test func `A payment's own path leads to it, and the payment is confirmed`() async throws {
        let gateway = try TestGateway()
        let id = try #require(try await gateway.send(.post, "/v1/payments", PaymentSample().json)["payment.id"]?.string)
        #expect(try await post(gateway, "/callback/SHOP-1/\(id)", signedCallback(data)).status == 200)
        let shown = try await gateway.send(.get, "/v1/payments/\(id)")
        #expect(shown["payment.status"]?.string == "SUCCEEDED")
        #expect(shown["payment.confirmedBy"]?.string == "CALLBACK")
        #expect(shown["payment.transactionId"]?.string == "TXN-001")
        #expect(shown["state"]?.string == "SUCCESS")
    }

    @Test(arguments: ["/callback/NOBODY", "/callback/SHOP-1/pay_01JDZ6V3D00000000000000000", "/callback/SHOP-1/x", "/callback/a%20b"])
    func `An unknown merchant or payment is 404, before the body is looked at`(target: String) async throws {
        let reply = try await post(try TestGateway(), target, "{")
        #expect(reply.status == 404)
        #expect(reply.text == #"{"message":"unknown merchant or payment"}"#)
    }

    @Test func `Another merchant's payment is unknown`() async throws {
        let gateway = try TestGateway()
        let id = try #require(try await gateway.send(.post, "/v1/payments", PaymentSample().json)["payment.id"]?.string)
        #expect(try await post(gateway, "/callback/SHOP-2/\(id)", signedCallback(data, by: TestGateway.other)).status == 404)
    }

    @Test(arguments: ["", "{", "[]", #""text""#, #"{"data": {},}"#])
    func `What is no JSON object is 400 with a message that says why`(body: String) async throws {
        let reply = try await post(try TestGateway(), "/callback", body)
        #expect(reply.status == 400)
        #expect(reply["message"]?.string?.isEmpty == false)
        #expect(reply.headers["Content-Type"] == "application/json")
    }

    @Test func `A missing, repeated or wrong signature is 403, and nothing is stored`() async throws {
        let gateway = try TestGateway()
        let signed = signedCallback(data)
        let bodies = [
            "{}", #"{"data": \#(data)}"#, #"{"signature": "00"}"#, signedCallback(data, by: TestGateway.token("X", "s", "other")),
            signed.dropLast() + #", "signature": "00"}"#, signedCallback(data, by: TestGateway.other),
        ]
        for body in bodies {
            let reply = try await post(gateway, "/callback/SHOP-1", String(body))
            #expect(reply.status == 403)
            #expect(reply.text == #"{"message":"invalid signature"}"#)
        }
        #expect(try await gateway.send(.get, "/v1/callbacks")["callbacks"]?.elements.count == 0)
    }

    @Test func `A store that does not answer 200 makes it 502, and a repeat can be accepted`() async throws {
        let gateway = try TestGateway(storeStatus: 500)
        let refused = try await post(gateway, "/callback", signedCallback(data))
        #expect(refused.status == 502)
        #expect(refused["message"]?.string != nil)
        gateway.store.answer(200)
        #expect(try await post(gateway, "/callback", signedCallback(data)).status == 200)
    }

    @Test func `A content encoding is 415, no content type is needed, and a body is`() async throws {
        let gateway = try TestGateway()
        let encoded = try await post(gateway, "/callback", signedCallback(data), headers: ["Content-Encoding": "gzip"])
        #expect(encoded.status == 415)
        #expect(encoded.isProblem)
        #expect(try await post(gateway, "/callback", signedCallback(data), headers: ["Content-Type": "text/plain"]).status == 200)
        #expect(try await gateway.send(.post, "/callback", as: nil).status == 411)
    }

    @Test func `A ledger that is closed makes it 503 with Retry-After`() async throws {
        let gateway = try TestGateway()
        await gateway.ledger.close()
        for target in ["/callback", "/callback/SHOP-1/pay_1"] {
            let reply = try await post(gateway, target, signedCallback(data))
            #expect(reply.status == 503)
            #expect(reply.headers["Retry-After"] == "5")
            #expect(reply["message"]?.string != nil)
        }
    }
}

@Suite struct `Callback routes` {
    private func receive(_ gateway: TestGateway, transaction: String = "TXN-001", by token: CredentialToken = TestGateway.shop) async throws {
        let data = #"{"transactionId": "\#(transaction)", "amount": 150000, "paymentStatus": "SUCCESS"}"#
        _ = try await gateway.send(.post, "/callback", signedCallback(data, by: token), as: nil)
    }

    private func onlyID(_ gateway: TestGateway) async throws -> String {
        try #require(try await gateway.send(.get, "/v1/callbacks")["callbacks.0.id"]?.string)
    }

    @Test func `The list and the single callback show the contract's members`() async throws {
        let gateway = try TestGateway(storeStatus: 503)
        try await receive(gateway)
        let list = try await gateway.send(.get, "/v1/callbacks")
        #expect(list.status == 200)
        let names = ["id", "event", "transactionId", "paymentId", "status", "mismatch", "receivedAt", "nextAttemptAt"]
        #expect(list["callbacks.0"]?.members.compactMap(\.name.string) == names)
        #expect(list["callbacks.0.event"]?.string == "payment.success")
        #expect(list["callbacks.0.transactionId"]?.string == "TXN-001")
        #expect(list["callbacks.0.paymentId"]?.isNull == true)
        #expect(list["callbacks.0.status"]?.string == "PENDING")
        #expect(list["callbacks.0.nextAttemptAt"]?.string.flatMap { Timestamp(rfc3339: $0) } != nil)
        #expect(list["nextCursor"]?.isNull == true)
        let one = try await gateway.send(.get, "/v1/callbacks/\(try await onlyID(gateway))")
        #expect(one["callback"]?.members.compactMap(\.name.string) == names + ["attempts"])
        #expect(one["callback.attempts.0"]?.members.compactMap(\.name.string) == ["number", "at", "httpStatus", "durationMs", "error"])
        #expect(one["callback.attempts.0.httpStatus"]?.integer == 503)
        #expect(one["callback.attempts.0.error"]?.isNull == true)
    }

    @Test func `The list is filtered and paged`() async throws {
        let gateway = try TestGateway()
        for number in 1...3 { try await receive(gateway, transaction: "TXN-\(number)") }
        #expect(try await gateway.send(.get, "/v1/callbacks?transactionId=TXN-2")["callbacks"]?.elements.count == 1)
        #expect(try await gateway.send(.get, "/v1/callbacks?status=DELIVERED")["callbacks"]?.elements.count == 3)
        #expect(try await gateway.send(.get, "/v1/callbacks?status=DEAD")["callbacks"]?.elements.count == 0)
        let first = try await gateway.send(.get, "/v1/callbacks?limit=2")
        let cursor = try #require(first["nextCursor"]?.string)
        #expect(try await gateway.send(.get, "/v1/callbacks?limit=2&cursor=\(cursor)")["callbacks"]?.elements.count == 1)
    }

    @Test func `Each bad parameter is named in a problem`() async throws {
        let reply = try await TestGateway().send(.get, "/v1/callbacks?status=GONE&transactionId=&limit=101&cursor=pay_1")
        #expect(reply.status == 422)
        #expect(reply.isProblem)
        #expect(reply.failingFields == ["status format", "transactionId format", "limit format", "cursor format"])
    }

    @Test func `Another merchant's callback is 404 everywhere`() async throws {
        let gateway = try TestGateway()
        try await receive(gateway)
        let id = try await onlyID(gateway)
        for (method, target) in [(HTTPMethod.get, "/v1/callbacks/\(id)"), (.post, "/v1/callbacks/\(id)/redeliver")] {
            let reply = try await gateway.send(method, target, as: TestGateway.other.authorization)
            #expect(reply.status == 404)
            #expect(reply.isProblem)
        }
        #expect(try await gateway.send(.get, "/v1/callbacks", as: TestGateway.other.authorization)["callbacks"]?.elements.count == 0)
    }

    @Test func `Redelivering attempts at once: 200 with the callback, or 502`() async throws {
        let gateway = try TestGateway(storeStatus: 500)
        try await receive(gateway)
        let id = try await onlyID(gateway)
        let refused = try await gateway.send(.post, "/v1/callbacks/\(id)/redeliver")
        #expect(refused.status == 502)
        #expect(refused.isProblem)
        gateway.store.answer(200)
        let accepted = try await gateway.send(.post, "/v1/callbacks/\(id)/redeliver")
        #expect(accepted.status == 200)
        #expect(accepted["callback.status"]?.string == "DELIVERED")
        #expect(accepted["callback.attempts"]?.elements.count == 3)
    }

    @Test func `Redelivering the dead answers how many`() async throws {
        let reply = try await TestGateway().send(.post, "/v1/callbacks/redeliver", #"{"status": "DEAD"}"#)
        #expect(reply.status == 202)
        #expect(reply.text == #"{"count":0}"#)
    }

    @Test(arguments: [
        ("{", "$ json"), ("{}", "status value"), (#"{"status": "PENDING"}"#, "status value"), (#"{"status": 7}"#, "status value"),
        (#"{"status": "DEAD", "status": "DEAD"}"#, "status value"),
    ])
    func `Any other body for that is refused`(body: String, field: String) async throws {
        let reply = try await TestGateway().send(.post, "/v1/callbacks/redeliver", body)
        #expect(reply.status == 422)
        #expect(reply.isProblem)
        #expect(reply.failingFields == [field])
    }

    @Test func `A ledger that is closed makes them 503 with Retry-After`() async throws {
        let gateway = try TestGateway()
        await gateway.ledger.close()
        let requests: [(HTTPMethod, String, String?)] = [
            (.get, "/v1/callbacks", nil), (.get, "/v1/callbacks/cb_1", nil), (.post, "/v1/callbacks/cb_1/redeliver", nil),
            (.post, "/v1/callbacks/redeliver", #"{"status": "DEAD"}"#),
        ]
        for (method, target, body) in requests {
            let reply = try await gateway.send(method, target, body)
            #expect(reply.status == 503)
            #expect(reply.isProblem)
            #expect(reply.headers["Retry-After"] == "5")
        }
    }
}
