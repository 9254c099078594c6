import HTTPClient
import JSON
import Testing

@testable import Sandbox

@Suite("What the sandbox lists", .timeLimit(.minutes(1)))
struct ListTests {
    @Test("Requests are listed newest first, without card number and CVN")
    func requests() async throws {
        try await SandboxFixture.run(change: { $0.payer = .manual }) { fixture in
            _ = try await fixture.charge(ChargeBody(externalID: "A", more: #","payment_options":{"tenor":6}"#))
            _ = try await fixture.charge(ChargeBody(externalID: "B"), headers: ["Authorization": nil])
            let bytes = try await fixture.get("/sandbox/requests").body
            let text = String(decoding: bytes, as: UTF8.self)
            for secret in ["1889800000001234", "\"101\"", SandboxFixture.hashKey, SandboxFixture.secretUnbound] { #expect(!text.contains(secret)) }
            let requests = try JSONDocument(parsing: bytes).root["requests"]?.elements ?? []
            #expect(requests.map { $0["httpStatus"]?.integer } == [401, 200])
            #expect(requests.map { $0["responseCode"]?.string } == ["04", "00"])
            #expect(requests[0]["charge"]?.isNull == true)
            #expect(requests[1]["charge"]?["card"]?.string == "188980******1234")
            #expect(requests[1]["charge"]?["tenor"]?.integer == 6)
            #expect(requests[1]["charge"]?["paymentMode"]?.string == "CLOSE")
            #expect(requests[1]["at"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        }
    }

    @Test("Lists are bounded and paged")
    func pages() async throws {
        try await SandboxFixture.run(change: {
            $0.payer = .manual
            $0.limits.listEntries = 4
        }) { fixture in
            for number in 1...6 { _ = try await fixture.charge(ChargeBody(externalID: "E\(number)")) }
            let first = try JSONDocument(parsing: try await fixture.get("/sandbox/requests?limit=3").body).root
            #expect(first["requests"]?.elements.map { $0["charge"]?["externalId"]?.string } == ["E6", "E5", "E4"])
            let cursor = try #require(first["nextCursor"]?.string)
            let second = try JSONDocument(parsing: try await fixture.get("/sandbox/requests?limit=3&cursor=\(cursor)").body).root
            #expect(second["requests"]?.elements.map { $0["charge"]?["externalId"]?.string } == ["E3"])
            #expect(second["nextCursor"]?.isNull == true)
            for query in ["limit=0", "limit=101", "limit=x", "cursor=x"] {
                #expect(try await fixture.get("/sandbox/requests?\(query)").status == 400)
            }
        }
    }

    @Test("A callback that nobody takes shows why")
    func unreachable() async throws {
        try await SandboxFixture.run(retrySchedule: "1ms") { fixture in
            // Nothing listens on the discard port.
            _ = try await fixture.charge(ChargeBody(callbackURL: "http://127.0.0.1:9/"))
            var callback = try await fixture.list("callbacks").first
            while callback?["status"]?.string != "GIVEN_UP" { callback = try await fixture.list("callbacks").first }
            #expect(callback?["attempts"]?.elements.count == 2)
            #expect(callback?["attempts"]?.elements[0]["httpStatus"]?.isNull == true)
            #expect(callback?["attempts"]?.elements[0]["error"]?.string?.isEmpty == false)
        }
    }
}
