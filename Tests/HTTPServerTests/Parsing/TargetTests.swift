import Testing

@testable import HTTPServer

/// The forms of a request target (RFC 9112 section 3.2) and what they may hold (RFC 3986).
@Suite struct TargetTests {
    @Test("Target and path are kept as they were sent")
    func keepsPath() throws {
        let head = try head("GET /v1/payments/a%2Fb/caf%C3%A9?x=1 HTTP/1.1\nHost: a")
        #expect(head.path == "/v1/payments/a%2Fb/caf%C3%A9")
        #expect(head.target == "/v1/payments/a%2Fb/caf%C3%A9?x=1")
    }

    @Test("A query's items are decoded in order, a plus as a space")
    func decodesQuery() throws {
        let query = try head("GET /?a=1&b=x+y%2B&a=2&c&=d&& HTTP/1.1\nHost: a").query
        #expect(query["a"] == "1")
        #expect(query.values(named: "a") == ["1", "2"])
        #expect(query["b"] == "x y+")
        #expect(query["c"] == "")
        #expect(query["missing"] == nil)
        #expect(query.items.map(\.name) == ["a", "b", "a", "c", ""])
    }

    @Test("An absolute URL, which every server must take, is read as its path and query")
    func readsAbsoluteForm() throws {
        let full = try head("GET HTTP://example.com:8080/a/b?c=d HTTP/1.1\nHost: other")
        #expect(full.path == "/a/b")
        #expect(full.query["c"] == "d")
        #expect(try head("GET https://[::1] HTTP/1.1\nHost: a").path == "/")
        #expect(try head("GET http://a?b=c HTTP/1.1\nHost: a").query["b"] == "c")
    }

    @Test("The asterisk stands for the server, with OPTIONS only")
    func readsAsteriskForm() throws {
        #expect(try head("OPTIONS * HTTP/1.1\nHost: a").path == "*")
        #expect(throws: Refusal.Reason.malformedTarget) { try head("GET * HTTP/1.1\nHost: a") }
        #expect(throws: Refusal.Reason.malformedTarget) { try head("OPTIONS ** HTTP/1.1\nHost: a") }
    }

    static let wrong: [(target: String, reason: Refusal.Reason, why: String)] = [
        ("example.com:443", .malformedTarget, "the authority form is CONNECT's"),
        ("a/b", .malformedTarget, "a relative path"),
        ("?a=b", .malformedTarget, "a query without a path"),
        ("/a#b", .malformedTarget, "a fragment is never sent"),
        ("/a?b#c", .malformedTarget, "a fragment behind a query"),
        ("/caf\u{e9}", .malformedTarget, "a raw byte outside of ASCII"),
        ("/a\\b", .malformedTarget, "a backslash, which some read as a slash"),
        ("/a|b", .malformedTarget, "a character that must be encoded"),
        ("/<script>", .malformedTarget, "characters that must be encoded"),
        ("/a\u{7f}", .malformedTarget, "DEL"),
        ("ftp://a/", .malformedTarget, "another scheme"),
        ("http:///a", .malformedTarget, "an URL without a host"),
        ("http://", .malformedTarget, "an URL without a host"),
        ("http://user@a/", .malformedTarget, "user information, the phisher's tool"),
        ("http://a:port/", .malformedTarget, "a port that is no number"),
        ("/%", .malformedPercentEncoding, "a percent sign alone"),
        ("/%4", .malformedPercentEncoding, "one digit"),
        ("/%zz", .malformedPercentEncoding, "no hex digits"),
        ("/%-1", .malformedPercentEncoding, "a sign is no digit"),
        ("/a?b=%g0", .malformedPercentEncoding, "no hex digits in the query"),
        ("/%ff", .malformedPercentEncoding, "not UTF-8"),
        ("/%c0%af", .malformedPercentEncoding, "a slash in overlong UTF-8"),
        ("/%ed%a0%80", .malformedPercentEncoding, "a lone surrogate"),
        ("/a?b=%ff", .malformedPercentEncoding, "not UTF-8 in the query"),
        ("/a%00b", .malformedPercentEncoding, "NUL"),
        ("/a%0d%0ab", .malformedPercentEncoding, "a line break, which would end a log line"),
    ]

    @Test("A target that cannot be one is refused", arguments: wrong)
    func refusesTarget(_ target: String, _ reason: Refusal.Reason, _ why: String) {
        #expect(WireReader.read("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == [.refused(reason)], "\(why)")
    }
}
