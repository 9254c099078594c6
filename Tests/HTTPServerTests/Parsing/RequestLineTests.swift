import Testing

@testable import HTTPServer

/// What may stand in the first line (RFC 9112 section 3).
@Suite struct RequestLineTests {
    struct Case: CustomTestStringConvertible {
        let line: String
        let reason: Refusal.Reason
        let why: String

        init(_ line: String, _ reason: Refusal.Reason, _ why: String) {
            self.line = line
            self.reason = reason
            self.why = why
        }

        var testDescription: String { why }
    }

    static let wrong: [Case] = [
        Case("GET", .malformedRequestLine, "no target"),
        Case("GET /", .malformedRequestLine, "HTTP/0.9 has no version, and no way to say that anything went wrong"),
        Case("GET  / HTTP/1.1", .malformedRequestLine, "two spaces before the target"),
        Case("GET /  HTTP/1.1", .malformedRequestLine, "two spaces before the version"),
        Case("GET / HTTP/1.1 ", .malformedRequestLine, "a space after the version"),
        Case(" GET / HTTP/1.1", .malformedRequestLine, "a space before the method"),
        Case("GET\t/ HTTP/1.1", .malformedRequestLine, "a tab for a space, which lenient parsers take"),
        Case("GET /a b HTTP/1.1", .malformedRequestLine, "a space in the target could be the end of it"),
        Case("G@T / HTTP/1.1", .malformedRequestLine, "@ is not allowed in a method"),
        Case("GET / HTTP/1.1x", .malformedRequestLine, "something after the version"),
        Case("GET / http/1.1", .malformedRequestLine, "the version's name is case-sensitive"),
        Case("GET / HTTP/11", .malformedRequestLine, "no dot in the version"),
        Case("GET / HTTP/1.10", .malformedRequestLine, "a minor version has one digit"),
        Case("GET / HTTP/1,1", .malformedRequestLine, "a comma for the dot"),
        Case("GET / ICAP/1.0", .malformedRequestLine, "another protocol"),
        Case("GET / HTTP/1.1\r", .malformedRequestLine, "two CRs"),
        Case("GET /\r HTTP/1.1", .malformedTarget, "a bare CR, at which some parsers end the line"),
        Case("GET /\u{0} HTTP/1.1", .malformedTarget, "NUL, at which some parsers end the text"),
        Case("GET / HTTP/2.0", .unsupportedVersion, "HTTP/2 does not come this way"),
        Case("GET / HTTP/0.9", .unsupportedVersion, "no HTTP/0.9"),
        Case("GET / HTTP/3.1", .unsupportedVersion, "a version that does not exist"),
        Case("PRI * HTTP/2.0", .unsupportedVersion, "HTTP/2's preface, by prior knowledge"),
        Case("get / HTTP/1.1", .unknownMethod, "methods are case-sensitive"),
        Case("BREW /pot HTTP/1.1", .unknownMethod, "not a method of HTTP"),
        Case("CONNECT example.com:443 HTTP/1.1", .unknownMethod, "there is no tunnel here"),
        Case("GETGETGETGET / HTTP/1.1", .unknownMethod, "longer than any method"),
    ]

    @Test("Every wrong line is refused for what is wrong with it", arguments: wrong)
    func refusesWrongLine(_ wrong: Case) {
        #expect(WireReader.read("\(wrong.line)\r\nHost: a\r\n\r\n") == [.refused(wrong.reason)])
    }

    @Test("The known methods are told apart", arguments: HTTPMethod.allCases)
    func readsMethod(_ method: HTTPMethod) throws {
        #expect(try head("\(method.rawValue) / HTTP/1.1\nHost: a").method == method)
    }

    @Test("A higher minor version is spoken to as 1.1")
    func readsHigherMinorVersion() throws {
        #expect(try head("GET / HTTP/1.7\nHost: a").version == .http11)
    }

    @Test("One empty line before a request is skipped, two are not")
    func skipsOneEmptyLine() {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(WireReader.read("\r\n" + request) == WireReader.read(request))
        #expect(WireReader.read("\r\n\r\n" + request) == [.refused(.malformedRequestLine)])
        #expect(WireReader.read("\n" + request) == [.refused(.malformedRequestLine)])
    }

    @Test("A TLS handshake sent to a plain port is refused with its first byte")
    func refusesTLSAtFirstByte() {
        #expect(WireReader.read("\u{16}") == [.refused(.malformedRequestLine)])
    }

    @Test("A bare LF ends no line")
    func refusesBareLineFeed() {
        #expect(WireReader.read("GET / HTTP/1.1\nHost: a\r\n\r\n") == [.refused(.bareLineFeed)])
        #expect(WireReader.read("GET / HTTP/1.1\r\nHost: a\n\r\n") == [.refused(.bareLineFeed)])
        #expect(WireReader.read("GET / HTTP/1.1\r\nHost: a\r\n\n") == [.refused(.bareLineFeed)])
    }
}
