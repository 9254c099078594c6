import Testing

/// RFC 9112 sections 8 and 9.3.2: many requests on a connection; and streams that are no HTTP at all.
extension Case {
    static let pipelines: [Case] = [
        Case(
            "two requests", "RFC 9112 section 9.3.2", "answered in their order",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n", .answers(.seen("GET /a HTTP/1.1"), .seen("GET /b HTTP/1.1"))),
        Case(
            "bodies between requests", "RFC 9112 section 9.3.2", "each body ends where its length says",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcPOST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nd\r\n0\r\n\r\n",
            .answers(.seen("POST /a HTTP/1.1", body: "abc"), .seen("POST /b HTTP/1.1", body: "d"))),
        Case(
            "HEAD between GETs", "RFC 9112 section 9.3.2", "content to HEAD would be taken for the next answer",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nHEAD /b HTTP/1.1\r\nHost: a\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n",
            .answers(.seen("GET /a HTTP/1.1"), Answer(200, toHead: true), .seen("GET /c HTTP/1.1"))),
        Case(
            "an empty line between requests", "RFC 9112 section 2.2", "the CRLF too many of an old client",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            .answers(.seen("POST /a HTTP/1.1", body: "x"), .seen("GET /b HTTP/1.1"))),
        Case(
            "a request behind close", "RFC 9112 section 9.6", "not answered, and not acted on",
            "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            .answers(.seen("GET /a HTTP/1.1"), ending: .closed)),
        Case(
            "a good request before a bad one", "RFC 9112 section 9.3.2", "the good one has its answer, the bad one ends the connection",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b\r\n\r\n", .answers(.seen("GET /a HTTP/1.1"), Answer(400), ending: .closed)),
        Case(
            "a bad request before a good one", "RFC 9112 section 11.2", "nothing behind a bad one can be trusted",
            "GET /a HTTP/1.1\r\nHost: a b\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a refused route between requests", "RFC 9112 section 9.3.2", "404 is an answer as others",
            "GET //x HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(404), .seen("GET /b HTTP/1.1"))),
        Case(
            "a stream between requests", "RFC 9112 section 7.1", "its last chunk ends it",
            "GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            .answers(Answer(200, body: "onetwo", framing: .chunked), .seen("GET /b HTTP/1.1"))),
        Case(
            "HTTP/1.0 behind HTTP/1.1", "RFC 9112 section 9.3", "each request has its own version",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.0\r\n\r\n",
            .answers(.seen("GET /a HTTP/1.1"), .seen("GET /b HTTP/1.0"), ending: .closed)),
        Case(
            "half a request behind a whole one", "RFC 9112 section 8", "the whole one is answered, the half is not",
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTT", .answers(.seen("GET /a HTTP/1.1"), ending: .waiting)),
        Case(
            "bytes behind a body that is too long", "RFC 9112 section 9.2", "what exceeds the length is the next request, and a bad one",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx!?\r\n\r\n",
            .answers(.seen("POST /a HTTP/1.1", body: "x"), Answer(400), ending: .closed)),
    ]

    static let otherProtocols: [Case] = [
        Case(
            "HTTP/2's preface", "RFC 9113 section 3.4", "a client that expects HTTP/2 must learn that it is not spoken",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .refused(505)),
        other("a TLS handshake", "https on a plain port", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}"),
        other("SSLv2's hello", "an ancient https", "\u{80}\u{2E}\u{1}\u{0}\u{2}"),
        other("a PROXY header of version 2", "a balancer that was set up for it", "\r\n\r\n\u{0}\r\nQUIT\n"),
        other("a PROXY header of version 1", "a balancer that was set up for it", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n"),
        other("a PROXY line before a request", "the request behind it must not run", "PROXY UNKNOWN\r\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n"),
        other("SSH", "a scanner", "SSH-2.0-OpenSSH_9.2\r\n"),
        other("SMTP", "a browser can be made to speak it to other ports, and the reverse", "EHLO a\r\n"),
        other("NULs", "a scanner", "\u{0}\u{0}\u{0}\u{0}"),
        other("bytes above ASCII", "noise", "\u{FF}\u{FE}\u{FD}"),
        other("an XML document", "a probe of other services", "<?xml version=\"1.0\"?>\r\n\r\n"),
        other("a JSON document", "a client without HTTP", "{\"a\": 1}\r\n\r\n"),
        other("a SIP request", "a version that is not ours", "OPTIONS sip:a SIP/2.0\r\nVia: b\r\n\r\n"),
        other("an answer", "a confused proxy", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    ]

    private static func other(_ name: String, _ why: String, _ bytes: String) -> Case {
        Case(name, "RFC 9112 section 3", "\(why): refused at once, not when its time is over", bytes, .refused(400))
    }
}

/// The suite by area.
struct Area: Sendable, CustomTestStringConvertible {
    let name: String
    let cases: [Case]

    var testDescription: String { "\(name) (\(cases.count) cases)" }

    static let all = [
        Area(name: "request line", cases: Case.requestLine),
        Area(name: "target", cases: Case.targets),
        Area(name: "field lines", cases: Case.fields),
        Area(name: "Host", cases: Case.host),
        Area(name: "framing", cases: Case.framing),
        Area(name: "chunks", cases: Case.chunks),
        Area(name: "limits", cases: Case.limits),
        Area(name: "methods", cases: Case.methods),
        Area(name: "Expect", cases: Case.expectations),
        Area(name: "connection", cases: Case.connections),
        Area(name: "smuggling", cases: Case.smuggling),
        Area(name: "pipelines", cases: Case.pipelines),
        Area(name: "other protocols", cases: Case.otherProtocols),
    ]
}
