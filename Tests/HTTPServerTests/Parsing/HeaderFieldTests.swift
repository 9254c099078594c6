import Testing

@testable import HTTPServer

/// Field lines (RFC 9112 section 5), and the fields that the protocol itself reads.
@Suite struct HeaderFieldTests {
    @Test("Names compare without regard to case; white space around values is not part of them")
    func readsFields() throws {
        let headers = try head("GET / HTTP/1.1\nhOsT:a\nX-One: \t1 \t\nX-Empty:\nX-Two: a b\tc").headers
        #expect(headers["HOST"] == "a")
        #expect(headers["x-one"] == "1")
        #expect(headers["x-empty"] == "")
        #expect(headers["x-two"] == "a b\tc")
        #expect(headers["x-three"] == nil)
        #expect(headers.count == 4)
        #expect(headers.names == ["hOsT", "X-One", "X-Empty", "X-Two"])
    }

    @Test("A field given twice has both values, so that the first alone never passes")
    func joinsRepeatedFields() throws {
        let headers = try head("GET / HTTP/1.1\nHost: a\nAuthorization: Basic eA==\nAuthorization: Basic eQ==").headers
        #expect(headers["authorization"] == "Basic eA==, Basic eQ==")
        #expect(headers.values(named: "authorization") == ["Basic eA==", "Basic eQ=="])
        #expect(headers.secret(named: "authorization") == nil)
    }

    @Test("A credential comes out as secret bytes")
    func readsSecret() throws {
        let headers = try head("GET / HTTP/1.1\nHost: a\nAuthorization: Basic eA==").headers
        #expect(headers.secret(named: "authorization").map(text) == "Basic eA==")
        #expect(headers.secret(named: "cookie") == nil)
        #expect(headers.contains("Authorization"))
    }

    @Test("No printing of a head shows a header's value or the query")
    func printsNothingPrivate() throws {
        let head = try head("GET /path?token=hidden HTTP/1.1\nHost: a\nAuthorization: Basic hidden")
        var dumped = ""
        dump(head, to: &dumped)
        dump(head.headers, to: &dumped)
        for text in ["\(head)", "\(head.headers)", String(reflecting: head), dumped] { #expect(!text.contains("hidden")) }
        #expect("\(head)" == "GET /path")
    }

    static let wrong: [(lines: String, reason: Refusal.Reason, why: String)] = [
        ("NoColon", .malformedHeaderField, "no colon"),
        (": value", .malformedHeaderField, "no name"),
        ("Name : value", .malformedHeaderField, "a space before the colon: some drop it, some take it as part of the name"),
        ("Name\t: value", .malformedHeaderField, "a tab before the colon"),
        ("Na me: value", .malformedHeaderField, "a space in the name"),
        ("Näme: value", .malformedHeaderField, "a name outside of ASCII"),
        ("(name): value", .malformedHeaderField, "not a token"),
        ("Name\u{0}: value", .malformedHeaderField, "NUL in the name"),
        ("Name\r: value", .malformedHeaderField, "a bare CR in the name"),
        ("A: b\r\n folded", .foldedHeaderField, "a folded line"),
        ("A: b\r\n\tfolded", .foldedHeaderField, "a line folded with a tab"),
        (" A: b", .foldedHeaderField, "white space before the first field, which some take as part of the request line"),
        ("A: b\u{0}c", .controlCharacterInHeaderField, "NUL"),
        ("A: b\rc", .controlCharacterInHeaderField, "a bare CR, which some read as a line's end"),
        ("A: b\r", .controlCharacterInHeaderField, "a CR before CRLF"),
        ("A: \u{1b}[31m", .controlCharacterInHeaderField, "an escape, which a terminal showing the log would obey"),
        ("A: b\u{7f}", .controlCharacterInHeaderField, "DEL"),
        ("Host: b", .repeatedHost, "two hosts"),
        ("HOST: a", .repeatedHost, "two hosts that agree"),
    ]

    @Test("A wrong line is refused", arguments: wrong)
    func refusesLine(_ lines: String, _ reason: Refusal.Reason, _ why: String) {
        let answer = WireReader.read("GET / HTTP/1.1\r\n\(lines.hasPrefix(" ") ? "" : "Host: a\r\n")\(lines)\r\n\r\n")
        #expect(answer == [.refused(reason)], "\(why)")
    }

    @Test("HTTP/1.1 needs a host, HTTP/1.0 does not")
    func needsHost() throws {
        #expect(throws: Refusal.Reason.missingHost) { try head("GET / HTTP/1.1\nAccept: a") }
        #expect(try head("GET / HTTP/1.0").version == .http10)
    }

    @Test("A host is a name or address with an optional port", arguments: ["a", "a.b-c:80", "127.0.0.1:8080", "[::1]", "[::1]:443", "a:", "x%41"])
    func takesHost(_ host: String) throws {
        #expect(try head("GET / HTTP/1.1\nHost: \(host)").headers["host"] == host)
    }

    @Test(
        "What is not a host is refused",
        arguments: [
            "", ":80", "a b", "a/b", "a@b", "user:pw@a", "a:b", "a:123456", "[::1", "[]", "[::1]x", "[g]", "[:::]", "[1:2]", "[127.0.0.1]", "a:80:80",
            "a%4", "\"a\"", "a,b c",
        ])
    func refusesHost(_ host: String) {
        #expect(throws: Refusal.Reason.invalidHost) { try head("GET / HTTP/1.1\nHost: \(host)") }
    }

    @Test("Connection options decide whether the connection stays")
    func readsConnection() throws {
        func keepsAlive(_ text: String) throws -> Bool { try head(text).storage.parsed.keepsAlive }
        #expect(try keepsAlive("GET / HTTP/1.1\nHost: a"))
        #expect(try !keepsAlive("GET / HTTP/1.1\nHost: a\nConnection: close"))
        #expect(try !keepsAlive("GET / HTTP/1.1\nHost: a\nConnection: Keep-Alive, CLOSE"))
        #expect(try !keepsAlive("GET / HTTP/1.1\nHost: a\nConnection: x\nConnection: close"))
        #expect(try !keepsAlive("GET / HTTP/1.0"))
        #expect(try keepsAlive("GET / HTTP/1.0\nConnection: keep-alive"))
        #expect(try !keepsAlive("GET / HTTP/1.0\nConnection: keep-alive, close"))
    }

    @Test("The only expectation is 100-continue")
    func readsExpectation() throws {
        func expects(_ text: String) throws -> Bool { try head(text).storage.parsed.expectsContinue }
        #expect(try expects("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nExpect: 100-Continue"))
        #expect(try !expects("POST / HTTP/1.1\nHost: a\nContent-Length: 0\nExpect: 100-continue"), "there is nothing to wait for")
        #expect(try !expects("POST / HTTP/1.0\nContent-Length: 1\nExpect: 100-continue"), "RFC 9110 section 10.1.1: ignored in HTTP/1.0")
        #expect(try expects("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nExpect: , 100-continue,"), "empty elements mean nothing")
        #expect(try !expects("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nExpect:"))
        for wrong in ["200-ok", "100-continue, x", "100-continue;q=1"] {
            #expect(throws: Refusal.Reason.unknownExpectation) { try head("POST / HTTP/1.1\nHost: a\nContent-Length: 1\nExpect: \(wrong)") }
        }
    }
}
