import HTTPServer
import JSON
import Payments
import Storage
import Testing

@testable import Gateway

@Suite struct `Payment routes` {
    let gateway: TestGateway

    init() throws {
        gateway = try TestGateway()
    }

    private func create(_ sample: PaymentSample = PaymentSample(), as token: CredentialToken = TestGateway.shop) async throws -> Reply {
        try await gateway.send(.post, "/v1/payments", sample.json, as: token.authorization)
    }

    @Test func `An accepted payment is answered by the contract to the letter`() async throws {
        let reply = try await create()
        let id = try #require(reply["payment.id"]?.string)
        let createdAt = try #require(reply["payment.createdAt"]?.string)
        let updatedAt = try #require(reply["payment.updatedAt"]?.string)
        #expect(reply.status == 201)
        #expect(reply.headers["Location"] == "/v1/payments/\(id)")
        #expect(reply.headers["Content-Type"] == "application/json")
        #expect(reply.headers["Cache-Control"] == "no-store")
        #expect(PaymentID(id) != nil)
        #expect(Timestamp(rfc3339: createdAt) != nil)
        #expect(
            reply.text == """
                {"state":"SUCCESS","responseCode":"00","responseMessage":"Success","retryable":false,"errors":[],\
                "payment":{"id":"\(id)","externalId":"INV-1","orderId":"ORDER-1",\
                "status":"PENDING","confirmedBy":null,"mismatch":false,\
                "amount":150000,"currency":"IDR","tenor":3,"paymentChannel":"BRICC",\
                "redirectUrl":"https://acs.example.com/pay?ref=1","transactionId":null,"approvalCode":null,\
                "card":{"network":"VISA","first6":"411111","last4":"1111","expiryMonth":1,"expiryYear":2039,"source":"MANUAL"},\
                "createdAt":"\(createdAt)","updatedAt":"\(updatedAt)"}}
                """)
    }

    @Test(arguments: [
        (ScriptedChannel.redirect, 201, "SUCCESS", false, "PENDING", 1),
        (.declined(code: "51", message: "no funds", transactionID: nil), 402, "DECLINED", false, "FAILED", 1),
        (.rejected(responseCode: "01", message: "bad", errors: []), 400, "SERVER_VALIDATION_ERROR", false, "FAILED", 1),
        (.unauthorized(responseCode: "04", message: "who"), 401, "AUTH_ERROR", false, "FAILED", 1),
        (.providerFault(status: 503, message: ""), 502, "SERVER_ERROR", true, "UNKNOWN", 3),
        (.notSent(reason: "refused"), 504, "NETWORK_ERROR", true, "UNKNOWN", 3),
        (.unanswered(reason: "cut"), 504, "NETWORK_ERROR", true, "UNKNOWN", 3),
    ])
    func `What iFortePay answers decides state and HTTP status`(
        outcome: AttemptOutcome, status: Int, state: String, retryable: Bool, payment: String, attempts: Int
    ) async throws {
        gateway.channel.answer(outcome)
        let reply = try await create()
        #expect(reply.status == status)
        #expect(reply["state"]?.string == state)
        #expect(reply["retryable"]?.bool == retryable)
        #expect(reply["payment.status"]?.string == payment)
        #expect(gateway.channel.attempts == attempts)
        #expect(reply.headers["Location"] == nil || status == 201)
        #expect((reply.headers["WWW-Authenticate"] != nil) == (status == 401))
    }

    @Test func `iFortePay's own messages become errors`() async throws {
        let error = FieldError(field: "customer_details.phone", code: "provider", message: "too long")
        gateway.channel.answer(.rejected(responseCode: "01", message: "bad", errors: [error]))
        let reply = try await create()
        #expect(reply.failingFields == ["customer_details.phone provider"])
        #expect(reply["responseCode"]?.string == "01")
    }

    @Test func `The same request again gets the outcome on record, with 200 in place of 201`() async throws {
        let first = try await create()
        let second = try await create()
        #expect(second.status == 200)
        #expect(second.text == first.text)
        #expect(second.headers["Location"] == nil)
        #expect(gateway.channel.attempts == 1)
    }

    @Test func `Another request under the same externalId is a conflict, with the payment it conflicts with`() async throws {
        let first = try await create()
        let reply = try await create(PaymentSample().with("orderId", #""ORDER-2""#))
        #expect(reply.status == 409)
        #expect(reply["state"]?.string == "CONFLICT")
        #expect(reply["payment.id"]?.string == first["payment.id"]?.string)
    }

    @Test func `Two merchants may use the same externalId`() async throws {
        let first = try await create()
        let second = try await create(as: TestGateway.other)
        #expect(second.status == 201)
        #expect(second["payment.id"]?.string != first["payment.id"]?.string)
    }

    @Test func `A payment is shown as it is, with the answer last given`() async throws {
        let created = try await create()
        let id = try #require(created["payment.id"]?.string)
        let shown = try await gateway.send(.get, "/v1/payments/\(id)")
        #expect(shown.status == 200)
        #expect(shown.text == created.text)
        #expect(shown.headers["Cache-Control"] == "no-store")
    }

    @Test func `A declined payment is shown with 200: the question was answered`() async throws {
        gateway.channel.answer(.declined(code: "51", message: "no funds", transactionID: nil))
        let id = try #require(try await create()["payment.id"]?.string)
        let shown = try await gateway.send(.get, "/v1/payments/\(id)")
        #expect(shown.status == 200)
        #expect(shown["state"]?.string == "DECLINED")
    }

    @Test(arguments: ["pay_01JDZ6V3D00000000000000000", "nonsense", "cb_01JDZ6V3D00000000000000000"])
    func `A payment that is not there is NOT_FOUND`(id: String) async throws {
        let reply = try await gateway.send(.get, "/v1/payments/\(id)")
        #expect(reply.status == 404)
        #expect(reply["state"]?.string == "NOT_FOUND")
        #expect(reply["payment"]?.isNull == true)
    }

    @Test func `Another merchant's payment is NOT_FOUND`() async throws {
        let id = try #require(try await create()["payment.id"]?.string)
        let reply = try await gateway.send(.get, "/v1/payments/\(id)", as: TestGateway.other.authorization)
        #expect(reply.status == 404)
        #expect(reply["state"]?.string == "NOT_FOUND")
    }

    @Test func `HEAD is answered as GET without content`() async throws {
        let id = try #require(try await create()["payment.id"]?.string)
        let reply = try await gateway.send(.head, "/v1/payments/\(id)")
        #expect(reply.status == 200)
        #expect(reply.text == "")
    }

    @Test func `A ledger that is closed makes payments UNAVAILABLE, and nothing is sent`() async throws {
        await gateway.ledger.close()
        for reply in [try await create(), try await gateway.send(.get, "/v1/payments"), try await gateway.send(.get, "/v1/payments/pay_1")] {
            #expect(reply.status == 503)
            #expect(reply["state"]?.string == "UNAVAILABLE")
            #expect(reply["retryable"]?.bool == true)
            #expect(reply.headers["Retry-After"] == "5")
        }
        #expect(gateway.channel.attempts == 0)
    }

    @Test func `No answer holds the card's number or CVV`() async throws {
        gateway.channel.answer(.rejected(responseCode: "01", message: "card 4111-1111-1111-1111", errors: []))
        for body in [
            PaymentSample().json, PaymentSample().with("amount", "1").json, PaymentSample().json + ",", PaymentSample().json.dropLast() + "",
        ] {
            let reply = try await gateway.send(.post, "/v1/payments", String(body))
            let digits = reply.text.filter { $0.isNumber || $0.isLetter }
            #expect(!digits.contains(PaymentSample.cardNumber))
        }
    }
}

@Suite struct `Payment list` {
    let gateway: TestGateway

    init() async throws {
        gateway = try TestGateway()
        for number in 1...3 {
            let sample = PaymentSample().with("externalId", "\"INV-\(number)\"").with("orderId", "\"ORDER-\(number % 2)\"")
            _ = try await gateway.send(.post, "/v1/payments", sample.json)
        }
    }

    private func externalIDs(_ reply: Reply) -> [String] {
        (reply["payments"]?.elements ?? []).compactMap { $0["externalId"]?.string }
    }

    @Test func `It is newest first, and pages join without gap or repeat`() async throws {
        let all = try await gateway.send(.get, "/v1/payments")
        #expect(all.status == 200)
        #expect(externalIDs(all).count == 3)
        #expect(all["nextCursor"]?.isNull == true)
        let first = try await gateway.send(.get, "/v1/payments?limit=2")
        let cursor = try #require(first["nextCursor"]?.string)
        let second = try await gateway.send(.get, "/v1/payments?limit=2&cursor=\(cursor)")
        #expect(externalIDs(first) + externalIDs(second) == externalIDs(all))
        #expect(second["nextCursor"]?.isNull == true)
    }

    @Test func `It is filtered`() async throws {
        #expect(externalIDs(try await gateway.send(.get, "/v1/payments?externalId=INV-2")) == ["INV-2"])
        #expect(Set(externalIDs(try await gateway.send(.get, "/v1/payments?orderId=ORDER-1"))) == ["INV-1", "INV-3"])
        #expect(externalIDs(try await gateway.send(.get, "/v1/payments?status=FAILED")) == [])
        #expect(externalIDs(try await gateway.send(.get, "/v1/payments?createdBefore=2020-01-01T00:00:00Z")) == [])
        #expect(externalIDs(try await gateway.send(.get, "/v1/payments?createdAfter=2020-01-01T00:00:00%2B07:00")).count == 3)
    }

    @Test func `A merchant sees only its own`() async throws {
        let reply = try await gateway.send(.get, "/v1/payments", as: TestGateway.other.authorization)
        #expect(reply["payments"]?.elements.count == 0)
    }

    @Test(arguments: [
        ("externalId=a%20b", ["externalId format"]),
        ("orderId=a_b", ["orderId format"]),
        ("status=DONE", ["status format"]),
        ("createdAfter=yesterday", ["createdAfter format"]),
        ("createdBefore=2026-02-30T00:00:00Z", ["createdBefore format"]),
        ("createdBefore=2026-11-30T09:00:00+07:00", ["createdBefore format"]),
        ("limit=0", ["limit format"]),
        ("limit=101", ["limit format"]),
        ("limit=1e1", ["limit format"]),
        ("cursor=cb_1", ["cursor format"]),
        ("limit=1&limit=2", ["limit repeated"]),
        ("limit=&cursor=&status=", ["status format", "limit format", "cursor format"]),
    ])
    func `Each bad parameter is named`(query: String, fields: [String]) async throws {
        let reply = try await gateway.send(.get, "/v1/payments?\(query)")
        #expect(reply.status == 422)
        #expect(reply["state"]?.string == "VALIDATION_ERROR")
        #expect(reply.failingFields == fields)
    }

    @Test func `Unknown parameters are ignored`() async throws {
        #expect(externalIDs(try await gateway.send(.get, "/v1/payments?colour=red")).count == 3)
    }
}
