import Crypto
import HTTPClient
import JSON
import Secrets
import Testing

@testable import Sandbox

@Suite("Charges over a socket", .timeLimit(.minutes(1)))
struct ChargeTests {
    private func charge(_ fixture: SandboxFixture, _ externalID: String = "ext-0001", amount: Int64) -> ChargeBody {
        ChargeBody(externalID: externalID, amount: String(amount), callbackURL: fixture.merchant.url)
    }

    private func event(_ callback: CallbackSink.Received) -> String? { callback.json?["event"]?.string }

    @Test("An accepted charge answers a link, for html a form that leads to the same page")
    func accepted() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            let byURL = try await fixture.charge(charge(fixture, "A", amount: 10_000))
            #expect(byURL.status == 200)
            #expect(byURL.json["response_code"]?.string == "00")
            #expect(byURL.json["response_message"]?.string == "Success")
            let link = try #require(byURL.json["data"]?["link"]?.string)
            #expect(link.hasPrefix("\(fixture.url)/payment/process/?refno="))
            #expect(try await fixture.get(link).status == 200)

            for headers in [["response-type": "html"], ["response-type": nil]] as [[String: String?]] {
                let byHTML = try await fixture.charge(charge(fixture, headers.description.filter(\.isLetter), amount: 10_000), headers: headers)
                let html = try #require(byHTML.json["data"]?["html"]?.string)
                #expect(html.contains("action=\"\(fixture.url)/payment/process/\""))
                #expect(byHTML.json["data"]?["link"] == nil)
            }
        }
    }

    @Test("The payer pays by itself, and the callback is signed over the bytes of its data")
    func callback() async throws {
        try await SandboxFixture.run { fixture in
            _ = try await fixture.charge(charge(fixture, amount: 150_000))
            let callback = await fixture.merchant.callbacks(1)[0]
            #expect(callback.contentType == "application/json")
            #expect(event(callback) == "payment.success")
            let data = callback.json?["data"]
            #expect(data?["externalId"]?.string == "ext-0001")
            #expect(data?["orderId"]?.string == "ORD-0001")
            #expect(data?["amount"]?.integer == 150_000)
            #expect(data?["paymentStatus"]?.string == "SUCCESS")
            #expect(data?["transactionId"]?.string?.count == 36)
            #expect(callback.json?["signature"]?.string == Hex.encode(HMACSHA256.code(for: callback.data, key: .hashKey)))
        }
    }

    @Test("A direct charge answers the acquirer's decision; v2 needs no CVN")
    func direct() async throws {
        try await SandboxFixture.run { fixture in
            var body = charge(fixture, amount: 10_000)
            body.card = #""card_holder_name":"Anon","card_number":"1889800000001234","card_expired_month":"01","card_expired_year":"2039""#
            #expect(try await fixture.charge(body, through: .chargeDirectV1).status == 400)
            let answer = try await fixture.charge(body, through: .chargeDirectV2)
            let data = answer.json["data"]
            #expect(answer.status == 200)
            #expect(data?["status"]?.string == "SUCCESS")
            #expect(data?["transaction_code"]?.string == "00")
            #expect(data?["token"]?.string?.count == 36)
            let ids = data?["transaction_data"]
            #expect(ids?["external_id"]?.string == "ext-0001")
            #expect(ids?["order_id"]?.string == "ORD-0001")
            #expect(ids?["receipt_no"]?.string?.count == 12)
            #expect(ids?["approval_code"]?.string == ids?["receipt_no"]?.string.map { String($0.suffix(6)) })
            let callback = await fixture.merchant.callbacks(1)[0]
            #expect(callback.json?["data"]?["transactionId"]?.string == ids?["transaction_id"]?.string)
        }
    }

    @Test("051 declines: 03, or for a direct charge 00 with FAILED and payment.failed")
    func declined() async throws {
        try await SandboxFixture.run { fixture in
            let answer = try await fixture.charge(charge(fixture, "A", amount: 10_051))
            #expect(answer.status == 200)
            #expect(answer.json["response_code"]?.string == "03")
            #expect(answer.json["data"]?.isNull == true)
            let direct = try await fixture.charge(charge(fixture, "B", amount: 10_051), through: .chargeDirectV1)
            #expect(direct.json["response_code"]?.string == "00")
            #expect(direct.json["data"]?["status"]?.string == "FAILED")
            #expect(direct.json["data"]?["transaction_code"]?.string == "51")
            #expect(direct.json["data"]?["transaction_data"]?["approval_code"] == nil)
            let callback = await fixture.merchant.callbacks(1)[0]
            #expect(event(callback) == "payment.failed")
            #expect(callback.json?["data"]?["externalId"]?.string == "B")
        }
    }

    @Test("400, 401 and 500 are that status whenever asked", arguments: [(400, "01"), (401, "04"), (500, "98")])
    func refused(status: Int, code: String) async throws {
        try await SandboxFixture.run { fixture in
            for _ in 1...4 {
                let answer = try await fixture.charge(charge(fixture, amount: Int64(10_000 + status)))
                #expect(answer.status == status)
                #expect(answer.json["response_code"]?.string == code)
            }
        }
    }

    @Test("502 comes twice, then the charge is accepted and called back")
    func badGateway() async throws {
        try await SandboxFixture.run { fixture in
            var statuses: [Int] = []
            for _ in 1...3 { statuses.append(try await fixture.charge(charge(fixture, amount: 10_502)).status) }
            #expect(statuses == [502, 502, 200])
            #expect(await event(fixture.merchant.callbacks(1)[0]) == "payment.success")
        }
    }

    @Test("504 is not answered")
    func silence() async throws {
        try await SandboxFixture.run { fixture in
            await #expect(throws: HTTPClientError.self) {
                _ = try await fixture.charge(charge(fixture, amount: 10_504), timeLimit: .milliseconds(300))
            }
            let replies = try await fixture.list("requests").map { $0["reply"]?.string }
            #expect(replies == ["NONE"])
        }
    }

    @Test("A client that waits for 504 is cut after the limit, without a byte")
    func silenceEnds() async throws {
        try await SandboxFixture.run(change: { $0.limits.silence = .milliseconds(20) }) { fixture in
            await #expect {
                _ = try await fixture.charge(charge(fixture, amount: 10_504))
            } throws: { error in
                guard case HTTPClientError.unanswered = error else { return false }
                return true
            }
        }
    }

    @Test("520 is accepted and called back, and its connection cut; the external_id is used then")
    func cut() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            await #expect {
                _ = try await fixture.charge(charge(fixture, amount: 10_520))
            } throws: { error in
                guard case HTTPClientError.unanswered = error else { return false }
                return true
            }
            #expect(await event(fixture.merchant.callbacks(1)[0]) == "payment.success")
            let again = try await fixture.charge(charge(fixture, amount: 10_520))
            #expect(again.status == 200)
            #expect(again.json["response_code"]?.string == "01")
            #expect(again.json["response_message"]?.string == "external_id already used")
            #expect(again.json["data"]?.isNull == true)
        }
    }

    @Test(
        "900 to 903 choose the callbacks",
        arguments: [
            (10_900, ["payment.success", "payment.success"]), (10_901, ["payment.failed", "payment.success"]), (10_902, ["payment.expired"]),
            (10_903, ["payment.success"]),
        ] as [(Int64, [String])])
    func callbacks(amount: Int64, events: [String]) async throws {
        try await SandboxFixture.run { fixture in
            _ = try await fixture.charge(charge(fixture, amount: amount))
            let callbacks = await fixture.merchant.callbacks(events.count)
            #expect(callbacks.map(event) == events)
            for callback in callbacks {
                let isRight = callback.json?["signature"]?.string == Hex.encode(HMACSHA256.code(for: callback.data, key: .hashKey))
                #expect(isRight == (amount != 10_903))
                #expect(callback.json?["signature"]?.string?.count == 64)
            }
            if amount == 10_900 { #expect(callbacks[0].body == callbacks[1].body) }
        }
    }

    @Test("904 is accepted without a callback")
    func noCallback() async throws {
        try await SandboxFixture.run { fixture in
            _ = try await fixture.charge(charge(fixture, "A", amount: 10_904))
            // The one that does call back comes later: so the first did not.
            _ = try await fixture.charge(charge(fixture, "B", amount: 10_000))
            #expect(await fixture.merchant.callbacks(1)[0].json?["data"]?["externalId"]?.string == "B")
            #expect(try await fixture.list("callbacks").count == 1)
        }
    }

    @Test("A callback is repeated with the same bytes until 200")
    func repeated() async throws {
        try await SandboxFixture.run(retrySchedule: "1ms,2ms,3ms", callbackStatuses: [500, 302, 200]) { fixture in
            _ = try await fixture.charge(charge(fixture, amount: 10_000))
            let callbacks = await fixture.merchant.callbacks(3)
            #expect(Set(callbacks.map(\.body)).count == 1)
            let shown = try await fixture.settled()
            #expect(shown["status"]?.string == "DELIVERED")
            #expect(shown["attempts"]?.elements.map { $0["httpStatus"]?.integer } == [500, 302, 200])
            #expect(shown["nextAttemptAt"]?.isNull == true)
        }
    }

    @Test("After the schedule's last attempt a callback is given up")
    func givenUp() async throws {
        try await SandboxFixture.run(retrySchedule: "1ms,1ms", callbackStatuses: [500]) { fixture in
            _ = try await fixture.charge(charge(fixture, amount: 10_000))
            _ = await fixture.merchant.callbacks(3)
            let shown = try await fixture.settled()
            #expect(shown["status"]?.string == "GIVEN_UP")
            #expect(shown["attempts"]?.elements.count == 3)
        }
    }

    @Test("More charges than it keeps outcomes for are turned away")
    func overload() async throws {
        try await SandboxFixture.run(change: {
            $0.callbackDelay = .seconds(3600)
            $0.limits.outcomes = 1
        }) { fixture in
            #expect(try await fixture.charge(charge(fixture, "A", amount: 10_000)).status == 200)
            let refused = try await fixture.charge(charge(fixture, "B", amount: 10_000))
            #expect(refused.status == 503)
            #expect(refused.json["response_code"]?.string == "98")
        }
    }
}
