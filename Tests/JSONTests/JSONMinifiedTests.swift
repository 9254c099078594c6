import JSON
import Testing

@Suite("Minified bytes")
struct JSONMinifiedTests {
    @Test(
        "White space between tokens goes, all else stays to the letter",
        arguments: [
            ("{ }", "{}"), ("[ ]", "[]"), (" 1.50E+02 ", "1.50E+02"), ("\" a \\\" b \"", "\" a \\\" b \""), ("\" \\\\\" ", "\" \\\\\""),
            ("{\r\n\t\"a b\" : [ 1 , 2.0 , \" x \" ] ,\n\"a\\u0020b\" : { \"c\" : null } }", "{\"a b\":[1,2.0,\" x \"],\"a\\u0020b\":{\"c\":null}}"),
            ("[\"\u{A0}\u{2028} é\"]", "[\"\u{A0}\u{2028} é\"]"),
        ])
    func minified(_ text: String, _ expected: String) throws {
        #expect(String(decoding: try parse(text).minified(), as: UTF8.self) == expected)
        let inner = try #require(try parse("{\"x\": \(text) }")["x"])
        #expect(String(decoding: inner.minified(), as: UTF8.self) == expected)
        #expect(try parse(expected).minified() == Array(expected.utf8))
    }

    @Test(
        "Where no white space can be, the minified bytes are the exact ones",
        arguments: [
            ("{\"a\":[1,2.0,null]}", false), ("1", false), ("{\"a\": 1}", true), ("[1\t]", true), ("[\n]", true), ("[\r]", true), ("\"a b\"", true),
        ])
    func whiteSpace(_ text: String, _ mayHoldSome: Bool) throws {
        let value = try parse(text)
        #expect(value.mayHoldWhiteSpace == mayHoldSome)
        if !mayHoldSome { #expect(value.minified() == value.rawBytes) }
    }
}
