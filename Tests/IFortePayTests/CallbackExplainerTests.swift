import Crypto
import IFortePay
import Secrets
import Testing

/// Each case is signed here as a signer with that fault would sign. The signatures named by constants come from openssl:
/// `printf '%s' '<message>' | openssl dgst -sha256 -hmac 'h4shK3y/with+b64='`, with `-binary | base64` for base64, and for the key with a newline
/// `-mac HMAC -macopt hexkey:$(printf 'h4shK3y/with+b64=\n' | od -An -tx1 | tr -d ' \n')`.
@Suite struct CallbackExplainerTests {
    private let data = #"{"transactionId":"TXN-001","amount":10000,"paymentStatus":"SUCCESS"}"#
    private let explainer = CallbackExplainer(
        keys: [.init(name: "GATEWAY_HASH_KEY", key: Sample.hashKey)],
        otherKeys: [.init(name: "GATEWAY_SECRET_UNBOUND", key: SecretBytes(utf8: "0x00112233445566778899"))])

    private func explain(_ data: String? = nil, signature: String, header: String? = nil) -> CallbackExplanation {
        explainer.explain(Array(#"{"event":"e","data":\#(data ?? self.data),"signature":"\#(signature)"}"#.utf8), headerSignature: header)
    }

    /// Signs a message other than the data sent.
    private func sign(_ message: String, key: String = "h4shK3y/with+b64=") -> String {
        Hex.encode(HMACSHA256.code(for: Array(message.utf8), key: SecretBytes(utf8: key)))
    }

    @Test func `a genuine callback is called so`() {
        let found = explain(signature: "f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd")
        #expect(found == .genuine(key: "GATEWAY_HASH_KEY"))
    }

    @Test func `a key with a newline`() {
        let found = explain(signature: "80234db001fd6dc5094da7ebd926cd85303b35cd63116335cb1cc874d78831e9")
        #expect(found == .mistaken([.key(.newline)], key: "GATEWAY_HASH_KEY"))
        #expect(found.sentence == "The signature was made with GATEWAY_HASH_KEY, but the key was taken with a newline at its end.")
    }

    @Test func `the newline may be in the gateway's own key`() {
        let explainer = CallbackExplainer(keys: [.init(name: "K", key: SecretBytes(utf8: "h4shK3y/with+b64=\n"))])
        let body = Array(#"{"data":\#(data),"signature":"\#(sign(data))"}"#.utf8)
        #expect(explainer.explain(body) == .mistaken([.key(.withoutTrailingNewline)], key: "K"))
    }

    @Test(arguments: [
        ("h4shK3y/with+b64=\r\n", KeyMistake.carriageReturnAndNewline), ("h4shK3y/with+b64= ", .trailingSpace), ("\"h4shK3y/with+b64=\"", .quotes),
        ("h4shK3y/with b64=", .plusAsSpace), ("h4shk3y/with+b64=", .lowercased),
    ]) func `a key that a tool changed`(key: String, mistake: KeyMistake) {
        #expect(explain(signature: sign(data, key: key)) == .mistaken([.key(mistake)], key: "GATEWAY_HASH_KEY"))
    }

    @Test func `a key that was decoded as base64 or hex`() throws {
        let code = Array("16 bytes of a key".utf8)
        for (text, mistake) in [(Base64.encode(code), KeyMistake.base64Decoded), (Hex.encode(code), .hexDecoded)] {
            let explainer = CallbackExplainer(keys: [.init(name: "K", key: SecretBytes(utf8: text))])
            let body = Array(#"{"data":\#(data),"signature":"\#(sign(data, key: "16 bytes of a key"))"}"#.utf8)
            #expect(explainer.explain(body) == .mistaken([.key(mistake)], key: "K"))
        }
    }

    @Test func `base64 instead of hex`() {
        let found = explain(signature: "9dhdDn9LqoYrS7ywzU4gME1eS8IOUkNjBX+HJqne/f0=")
        #expect(found == .mistaken([.encoding(.base64)], key: "GATEWAY_HASH_KEY"))
        #expect(found.sentence == "The signature was made with GATEWAY_HASH_KEY, but it is written in base64 instead of hexadecimal digits.")
        #expect(explain(signature: "9dhdDn9LqoYrS7ywzU4gME1eS8IOUkNjBX-HJqne_f0") == .mistaken([.encoding(.base64URL)], key: "GATEWAY_HASH_KEY"))
        let twice = Base64.encode(Array("f5d85d0e7f4baa862b4bbcb0cd4e20304d5e4bc20e524363057f8726a9defdfd".utf8))
        #expect(explain(signature: twice) == .mistaken([.encoding(.base64OfHex)], key: "GATEWAY_HASH_KEY"))
    }

    @Test func `members sorted before signing`() {
        let found = explain(signature: "11959b47bb78778efe3095a2e4a658bef71018ff7e772ec19a9e1cae4f266598")
        #expect(found == .mistaken([.reserialized([.sortedMembers])], key: "GATEWAY_HASH_KEY"))
        #expect(
            found.sentence
                == "The signature was made with GATEWAY_HASH_KEY, but it is over re-serialised JSON (members sorted) instead of the bytes sent.")
    }

    @Test func `numbers written anew before signing`() {
        let found = explain(signature: "c146e0083ea1682ded6a996b6f9137fc11bb1fd0543bd99e824a69177477656c")
        #expect(found == .mistaken([.reserialized([.numbers(.oneDecimal)])], key: "GATEWAY_HASH_KEY"))
    }

    @Test(arguments: [
        (#"{"a":1,"b":[2,"x"]}"#, #"{"a": 1, "b": [2, "x"]}"#, [RenderingStep.spacing(.afterCommasAndColons)]),
        (#"{"a":1,"b":[2,{}]}"#, "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    {}\n  ]\n}", [.spacing(.twoSpaces)]),
        (#"{"a":1}"#, "{\n    \"a\": 1\n}", [.spacing(.fourSpaces)]),
        (#"{"a":1}"#, "{\n\t\"a\": 1\n}", [.spacing(.tabs)]),
        (#"{"u":"https://x"}"#, #"{"u":"https:\/\/x"}"#, [.escapedSlashes]),
        (#"{"u":"https:\/\/x"}"#, #"{"u":"https://x"}"#, []),
        (#"{"n":"José 😀"}"#, #"{"n":"Jos\u00e9 \ud83d\ude00"}"#, [.escapedNonASCII]),
        (#"{"n":"Jos\u00e9"}"#, #"{"n":"José"}"#, []),
        (#"{"n":"a<b&c>"}"#, #"{"n":"a\u003cb\u0026c\u003e"}"#, [.escapedHTML]),
        (#"{"a":10000.00}"#, #"{"a":10000}"#, [.numbers(.whole)]),
        (#"{"a":10000}"#, #"{"a":10000.00}"#, [.numbers(.twoDecimals)]),
        (#"{"b":10000.00,"a":"x"}"#, #"{"a": "x", "b": 10000.0}"#, [.sortedMembers, .spacing(.afterCommasAndColons), .numbers(.oneDecimal)]),
        (#"{"b":{"d":1,"c":2},"a":3}"#, #"{"a":3,"b":{"c":2,"d":1}}"#, [.sortedMembers]),
        (#"{"a":"\u0001\b\f\n\r\t\"\\"}"#, #"{"a": "\u0001\b\f\n\r\t\"\\"}"#, [.spacing(.afterCommasAndColons)]),
    ]) func `re-serialised JSON`(sent: String, signed: String, steps: [RenderingStep]) {
        #expect(explain(sent, signature: sign(signed)) == .mistaken([.reserialized(steps)], key: "GATEWAY_HASH_KEY"))
    }

    @Test func `the whole body instead of data`() {
        #expect(explain(signature: sign(#"{"event":"e","data":\#(data)}"#)) == .mistaken([.wholeBody], key: "GATEWAY_HASH_KEY"))
    }

    @Test func `two mistakes at once are both named`() {
        let code = HMACSHA256.code(for: Array(data.utf8), key: SecretBytes(utf8: "h4shK3y/with+b64=\n"))
        let found = explain(signature: Base64.encode(code))
        #expect(found == .mistaken([.key(.newline), .encoding(.base64)], key: "GATEWAY_HASH_KEY"))
    }

    @Test func `another key that is known, and one that is not`() {
        let found = explain(signature: sign(data, key: "0x00112233445566778899"))
        #expect(found == .otherKey(name: "GATEWAY_SECRET_UNBOUND"))
        #expect(found.sentence == "The signature was made with GATEWAY_SECRET_UNBOUND, which does not sign callbacks.")
        #expect(explain(signature: sign(data, key: "a stranger's")) == .unknown)
        #expect(CallbackExplanation.unknown.sentence.contains("another key"))
    }

    @Test func `data changed after signing is not told from another key`() {
        #expect(explain(data.replacing("10000", with: "20000"), signature: sign(data)) == .unknown)
    }

    /// The vectors of `HashFormulaTests`.
    @Test func `the header scheme instead of the body`() {
        let ids = #""transaction_id":"4eab1441-8308-4fa0-91b8-969973e0b0fd","external_id":"ext-0001","order_id":"ORD-0001""#
        let header = "aa5716bb97bbe84e00578eff0a279b60c21a0736896170cad0654fcac50156dc"
        let body = Array("{\(ids),\"amount\":10000}".utf8)
        #expect(explainer.explain(body, headerSignature: header) == .headerScheme(genuine: true))
        #expect(explainer.explain(body, headerSignature: header.uppercased()) == .headerScheme(genuine: true))
        // What other integrators take for it: x-req-signature itself, and a digest of x-req-signature and the order id.
        for wrong in [
            "37326eac9bd57a91184d347f83412d11d283fa93508212d40f7c7f5003574d2c", "dd37124c4856f3e5355d7b919d5d420451f5f0fc55aeed5f6ff87a0cc6ecca41",
        ] {
            #expect(explainer.explain(body, headerSignature: wrong) == .headerScheme(genuine: false))
        }
        #expect(explainer.explain(body) == .headerScheme(genuine: nil))
        #expect(explainer.explain(Array("{\(ids),\"data\":{},\"signature\":\"\(header)\"}".utf8)) == .headerScheme(genuine: true))
        #expect(explainer.explain(Array("{\"data\":{\(ids)}}".utf8)) == .headerScheme(genuine: nil))
        #expect(CallbackExplanation.headerScheme(genuine: nil).sentence.contains("mcp-signature"))
    }

    @Test func `a cut body`() {
        let whole = Array(#"{"event":"e","data":\#(data),"signature":"\#(sign(data))"}"#.utf8)
        for count in 0..<whole.count {
            guard case .cutBody = explainer.explain(Array(whole[..<count])) else {
                Issue.record("cut after \(count) bytes is \(explainer.explain(Array(whole[..<count])))")
                return
            }
        }
    }

    @Test func `what is no callback at all`() {
        func explain(_ text: String) -> CallbackExplanation { explainer.explain(Array(text.utf8)) }
        if case .notJSON = explain("<html>") {} else { Issue.record("not told as no JSON") }
        #expect(explain("[]") == .notAnObject)
        #expect(explain(#"{"data":1,"data":2,"signature":"a"}"#) == .duplicateName)
        #expect(explain("{}") == .noData)
        #expect(explain(#"{"signature":"a"}"#) == .noData)
        #expect(explain(#"{"data":{}}"#) == .noSignature)
        #expect(explain(#"{"data":{},"signature":5}"#) == .wrongEncoding("no text"))
        #expect(explain(#"{"data":{},"signature":"abc"}"#) == .wrongEncoding("a text of 3 characters"))
    }

    @Test func `no explanation shows a key or the right signature`() {
        let right = sign(data)
        let bodies = [
            #"{"data":\#(data),"signature":"\#(sign(data, key: "x"))"}"#, #"{"data":\#(data)}"#, #"{"data":\#(data),"signature":"5"}"#,
            #"{"data":\#(data),"signature":"\#(sign(data, key: "h4shK3y/with+b64=\n"))"}"#,
        ]
        for body in bodies {
            let found = explainer.explain(Array(body.utf8))
            var dumped = ""
            dump(found, to: &dumped)
            for text in [found.sentence, "\(found)", dumped] {
                #expect(!text.contains("h4shK3y") && !text.contains(right))
            }
        }
    }
}
