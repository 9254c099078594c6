import HTTPClient
import JSON
import Testing

@testable import Sandbox

@Suite("What the sandbox refuses", .timeLimit(.minutes(1)))
struct RefusalTests {
    /// The vector of iFortePay's documented signature, computed outside: sha256 of `h4shK3y/with+b64=` `ext-0001` `ORD-0001`.
    private static let signature = "37326eac9bd57a91184d347f83412d11d283fa93508212d40f7c7f5003574d2c"
    /// base64 of `MCP2024000001:0x00112233445566778899`.
    private static let authorization = "Basic TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5"

    @Test("The documented vectors are accepted, under header names of any case")
    func vectors() async throws {
        try await SandboxFixture.run { fixture in
            let headers = [
                "content-type": "application/json; charset=utf-8", "AUTHORIZATION": Self.authorization, "X-Req-Signature": Self.signature,
                "X-VERSION": "v3", "Response-Type": "url",
            ]
            let response = try await fixture.post("/card-v2/v1/charge", ChargeBody().json, headers: headers)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self).hasPrefix(#"{"response_code":"00""#))
        }
    }

    @Test(
        "Wrong credentials and signatures are HTTP 401 and 04",
        arguments: [
            ("Authorization", nil), ("Authorization", "Basic"), ("Authorization", "Basic "), ("Authorization", "Bearer x"),
            // Another secret; the three-part token of the gateway.
            ("Authorization", "Basic TUNQMjAyNDAwMDAwMTp4"),
            ("Authorization", "Basic TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5Omg0c2hLM3kvd2l0aCtiNjQ9"),
            ("x-req-signature", nil), ("x-req-signature", ""),
            // Upper case; signed with a key that ends in a newline; the mcp-signature of a callback.
            ("x-req-signature", "37326EAC9BD57A91184D347F83412D11D283FA93508212D40F7C7F5003574D2C"),
            ("x-req-signature", "cc2e8f05"),
            ("x-req-signature", "aa5716bb97bbe84e00578eff0a279b60c21a0736896170cad0654fcac50156dc"),
        ] as [(String, String?)])
    func unauthorized(name: String, value: String?) async throws {
        try await SandboxFixture.run { fixture in
            let answer = try await fixture.charge(ChargeBody(), headers: [name: value])
            #expect(answer.status == 401)
            #expect(answer.json["response_code"]?.string == "04")
            #expect(answer.json["response_message"]?.string == "Unauthorized Merchant")
        }
    }

    @Test("A signature over other ids is refused")
    func signatureOfOtherIDs() async throws {
        try await SandboxFixture.run { fixture in
            let other = ChargeBody(externalID: "ext-0002").headers()["x-req-signature"]
            let answer = try await fixture.charge(ChargeBody(), headers: ["x-req-signature": other])
            #expect(answer.status == 401)
        }
    }

    @Test("A sub-merchant is HTTP 403: the sandbox has none")
    func subMerchant() async throws {
        try await SandboxFixture.run { fixture in
            let answer = try await fixture.charge(ChargeBody(), headers: ["sub-merchant-id": "SUBMERCHANT1"])
            #expect(answer.status == 403)
            #expect(answer.json["response_code"]?.string == "04")
        }
    }

    @Test(
        "A body that is no charge is HTTP 400 and 01",
        arguments: [
            ("", "the body is not JSON"), ("{", "the body is not JSON"), ("[]", "the body must be a JSON object"), ("{}", "external_id is required"),
            (#"{"external_id":1,"order_id":"a"}"#, "external_id is required"), (#"{"external_id":"a","order_id":""}"#, "order_id is required"),
        ])
    func noCharge(body: String, message: String) async throws {
        try await SandboxFixture.run { fixture in
            let response = try await fixture.post("/card-v2/v1/charge", body, headers: ChargeBody().headers())
            #expect(response.status == 400)
            #expect(String(decoding: response.body, as: UTF8.self).contains(message))
        }
    }

    @Test(
        "Headers that are missing or wrong are HTTP 400",
        arguments: [("x-version", nil), ("x-version", "v2"), ("Content-Type", "text/plain"), ("response-type", "xml")])
    func headers(name: String, value: String?) async throws {
        try await SandboxFixture.run { fixture in
            let answer = try await fixture.charge(ChargeBody(), headers: [name: value])
            #expect(answer.status == 400)
            #expect(answer.json["error"]?.string?.contains(name) == true)
        }
    }

    @Test("Another path or method is answered in JSON")
    func elsewhere() async throws {
        try await SandboxFixture.run { fixture in
            let missing = try await fixture.get("/card-v2/v1/inquiry")
            #expect(missing.status == 404)
            #expect(
                String(decoding: missing.body, as: UTF8.self).hasPrefix(#"{"response_code":"02","response_message":"Data Not Found","data":null"#))
            let method = try await fixture.get("/card-v2/v1/charge")
            #expect(method.status == 405)
            #expect(method.header("allow") == "POST")
            #expect(String(decoding: method.body, as: UTF8.self).hasPrefix(#"{"response_code":"01""#))
        }
    }
}
