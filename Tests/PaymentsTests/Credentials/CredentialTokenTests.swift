import Secrets
import Testing

@testable import Payments

@Suite("Credential token")
struct CredentialTokenTests {
    @Test(
        "The first two colons separate; a hash key may contain more",
        arguments: [
            ("MCP2024000001:0x0011:h4sh", "0x0011", "h4sh"), ("MCP2024000001:0x0011:a:b:", "0x0011", "a:b:"), ("M:s::", "s", ":"),
            ("M:s: k ", "s", " k "), ("M:s:with+b64/=", "s", "with+b64/="),
        ])
    func split(text: String, secret: String, key: String) throws {
        let token = try CredentialToken(decoded: SecretBytes(utf8: text))
        #expect(token.secretUnbound.shown == secret)
        #expect(token.hashKey.shown == key)
        #expect(token.decoded.shown == text)
    }

    @Test(
        "What is no token is refused with the part that is wrong",
        arguments: [
            ("", CredentialTokenFault.missingPart), ("M:s", .missingPart), (":s:k", .merchant), ("a b:s:k", .merchant), ("M::k", .emptyPart),
            ("M:s:", .emptyPart), (String(repeating: "M", count: 65) + ":s:k", .merchant), ("é:s:k", .merchant),
        ])
    func refused(text: String, fault: CredentialTokenFault) {
        #expect(throws: fault) { try CredentialToken(decoded: SecretBytes(utf8: text)) }
    }

    @Test("Bytes that are no UTF-8 pass in the secret parts and not in the merchant's name")
    func bytes() throws {
        #expect(throws: CredentialTokenFault.merchant) { try CredentialToken(decoded: SecretBytes([0xFF, 58, 65, 58, 66])) }
        let token = try CredentialToken(decoded: SecretBytes([65, 58, 0xFF, 58, 0xFE]))
        #expect(token.hashKey == SecretBytes([0xFE]))
    }

    @Test("It prints, interpolates and dumps without its secrets")
    func hidden() throws {
        let token = try CredentialToken(decoded: SecretBytes(utf8: "MCP2024000001:topsecret:hashkey"))
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), String(describing: [token]), dumped] {
            #expect(text.contains("MCP2024000001"))
            #expect(!text.contains("topsecret") && !text.contains("hashkey"))
        }
    }
}
