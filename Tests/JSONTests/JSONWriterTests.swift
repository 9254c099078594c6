import JSON
import Secrets
import Testing

@Suite("The writer")
struct JSONWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Members and elements come out compact and in the order of the calls")
    func structure() {
        let bytes = JSONWriter.object { object in
            object.member("state", "SUCCESS")
            object.member("retryable", false)
            object.member("amount", 150_000)
            object.member("least", Int64.min)
            object.member("approvalCode", nil as String?)
            object.member("tenor", Optional(3))
            object.member("left out", ifPresent: nil as String?)
            object.member("there", ifPresent: "x")
            object.array("errors") { errors in
                errors.object { $0.member("field", "itemDetails[0].qty") }
                errors.object { _ in }
                errors.array { $0.element(true) }
                errors.element("text")
                errors.element(JSONScalar.null)
                errors.element(json: Array("{\"a\": 1}".utf8))
            }
            object.object("payment") { $0.member("id", "pay_1") }
            object.member("data", json: Array("[1]".utf8))
        }
        #expect(
            text(bytes)
                == #"{"state":"SUCCESS","retryable":false,"amount":150000,"least":-9223372036854775808,"approvalCode":null,"tenor":3,"there":"x","#
                + #""errors":[{"field":"itemDetails[0].qty"},{},[true],"text",null,{"a": 1}],"payment":{"id":"pay_1"},"data":[1]}"#)
        #expect(text(JSONWriter.array { _ in }) == "[]")
        #expect(text(JSONWriter.object { _ in }) == "{}")
    }

    @Test("Escapes are RFC 8259's short ones where it has one, \\u00XX else, and nothing more")
    func escapes() {
        let bytes = JSONWriter.object { $0.member("\"\\", "\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1}\u{1F}\u{7F}é€😀\u{2028}") }
        #expect(text(bytes) == "{\"\\\"\\\\\":\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u0001\\u001f\u{7F}é€😀\u{2028}\"}")
    }

    @Test("Whatever text is written is read back", arguments: JSONStringTests.pairs.map(\.text) + [String(repeating: "long \"é\" ", count: 1000)])
    func roundTrip(_ text: String) throws {
        let bytes = JSONWriter.object { $0.member(text, text) }
        let root = try JSONDocument(parsing: bytes).root
        #expect(root[text]?.string == text)
    }

    @Test("A secret is written as the string it is")
    func secrets() throws {
        let number = SecretBytes(utf8: "4111\"\n1111")
        let bytes = JSONWriter.secretObject { card in
            card.member("cardNumber", secret: number)
            card.object("more") { $0.member("cardCvn", secret: SecretBytes(utf8: "123")) }
        }
        #expect(bytes == SecretBytes(utf8: #"{"cardNumber":"4111\"\n1111","more":{"cardCvn":"123"}}"#))
    }

    @Test("A secret that is not UTF-8 still leaves the document JSON")
    func secretsThatAreNotText() throws {
        let bytes = JSONWriter.secretObject { $0.member("name", secret: SecretBytes([0x41, 0xFF, 0xE2, 0x82, 0x42])) }
        #expect(try JSONDocument(parsing: bytes).root["name"]?.string == "A\u{FFFD}\u{FFFD}\u{FFFD}B")
    }

    @Test("An error thrown while writing comes out as it is")
    func errors() {
        struct Refused: Error, Equatable {}
        #expect(throws: Refused()) {
            try JSONWriter.object { object throws(Refused) in
                try object.array("a") { _ throws(Refused) in throw Refused() }
            }
        }
    }
}
