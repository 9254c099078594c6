/// RFC 9110 sections 7.6, 9, 10.1.1 and 7.8, RFC 9112 section 9: methods, Expect, the connection.
extension Case {
    static let methods: [Case] = [
        method("PUT"), method("DELETE"), method("OPTIONS"), method("TRACE"), method("PATCH"), method("POST"),
        Case(
            "HEAD", "RFC 9110 section 9.3.2", "GET's head and no content, or the client takes the content for the next answer",
            "HEAD /echo HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(200, toHead: true))),
        Case(
            "HEAD of a stream", "RFC 9110 section 9.3.2", "no chunk may follow",
            "HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(200, framing: .chunked, toHead: true))),
        Case(
            "HEAD of nothing", "RFC 9110 section 9.3.2", "204 has no length either way",
            "HEAD /nothing HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(204, framing: .none, toHead: true))),
        Case(
            "HEAD where nothing is", "RFC 9110 section 9.3.2", "a refusal to HEAD has no content either",
            "HEAD //x HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(404, toHead: true))),
        Case(
            "HEAD with a body", "RFC 9110 section 9.3.2", "of no meaning, but it must be read",
            "HEAD /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", .answers(Answer(200, toHead: true))),
        Case(
            "HEAD without Host", "RFC 9110 section 9.3.2", "a refusal by the protocol has no content for HEAD either",
            "HEAD /echo HTTP/1.1\r\n\r\n", .answers(Answer(400, toHead: true), ending: .closed)),
        Case(
            "HEAD with a bad field", "RFC 9110 section 9.3.2", "the method was read before the fault",
            "HEAD /echo HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", .answers(Answer(400, toHead: true), ending: .closed)),
        Case(
            "HEAD with a bad body", "RFC 9110 section 9.3.2", "the method was read before the fault",
            "HEAD /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx", .answers(Answer(400, toHead: true), ending: .closed)),
        Case(
            "HEAD with a bad target", "RFC 9110 section 9.3.2", "the method was read before the fault",
            "HEAD /% HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(400, toHead: true), ending: .closed)),
        Case(
            "HEAD with an unknown expectation", "RFC 9110 section 9.3.2", "the method was read before the fault",
            "HEAD /echo HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n", .answers(Answer(417, toHead: true), ending: .closed)),
        Case(
            "a stream", "RFC 9112 section 7.1", "its length is unknown, so it is chunked",
            "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(200, body: "onetwo", framing: .chunked))),
        Case(
            "an answer without content", "RFC 9110 section 8.6", "204 must not have a length",
            "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(204, framing: .none))),
        Case(
            "a method in lower case", "RFC 9110 section 9.1", "methods are case-sensitive",
            "get /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(501)),
        Case(
            "an unknown method", "RFC 9110 section 9.1", "501: not known, rather than not allowed",
            "BREW /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(501)),
        Case(
            "an unknown method with a body", "RFC 9110 section 9.1", "the body is not the next request",
            "BREW /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", .refused(501)),
        Case(
            "a method of one letter more", "RFC 9110 section 9.1", "no prefix is enough",
            "GETT /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(501)),
        Case(
            "a known method at the wrong place", "RFC 9110 section 15.5.6", "405, and the connection goes on",
            "DELETE /only-get HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(405))),
        Case(
            "a wrong method with a body", "RFC 9110 section 15.5.6", "what was not read must not be taken for a request",
            "POST /only-get HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", .refused(405)),
        Case(
            "a body that is not announced", "RFC 9110 section 15.5.12", "411 where one is needed",
            "POST /needs-body HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(411))),
        Case(
            "a caller that is not admitted", "RFC 9110 section 15.5.2", "refused before its body is read, which closes",
            "POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", .refused(401)),
    ]

    static let expectations: [Case] = [
        expect("100-continue with the body behind it", "a client that does not wait", "100-continue", .seen(echo, body: "hello")),
        expect("in other case", "the expectation has no case", "100-Continue", .seen(echo, body: "hello")),
        expect("with empty list elements", "a recipient must ignore them (RFC 9110 section 5.6.1.2)", ", 100-continue,,", .seen(echo, body: "hello")),
        expect("empty", "an empty list expects nothing", "", .seen(echo, body: "hello")),
        expect("unknown", "417: it cannot be met", "magic", .refused(417)),
        expect("unknown beside a known one", "all must be met", "100-continue, magic", .refused(417)),
        expect("with a parameter", "100-continue has none", "100-continue;q=1", .refused(417)),
        expect("with a value", "another expectation", "100-continue=1", .refused(417)),
        Case(
            "Expect without a body", "RFC 9110 section 10.1.1", "there is nothing to wait for, and no 100",
            "GET /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", .seen("GET /echo HTTP/1.1")),
        Case(
            "Expect in HTTP/1.0", "RFC 9110 section 10.1.1", "must be ignored: the client cannot read 100",
            "POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
            .answers(.seen("POST /echo HTTP/1.0", body: "hi"), ending: .closed)),
    ]

    static let connections: [Case] = [
        closing("close", "Connection: close"),
        closing("close in capitals", "CONNECTION: CLOSE"),
        closing("close in a list", "Connection: x, close ,y"),
        closing("close on a second line", "Connection: keep-alive\r\nConnection: close"),
        closing("close and keep-alive", "Connection: close, keep-alive"),
        closing("close between empty elements", "Connection: ,, close"),
        staying("keep-alive", "Connection: keep-alive"),
        staying("an unknown option", "Connection: x"),
        staying("close as a part of a word", "Connection: closed, not-close"),
        staying("an empty list", "Connection:"),
        staying("a nominated framing field", "Connection: content-length, transfer-encoding, host"),
        staying("Proxy-Connection", "Proxy-Connection: close"),
        staying("Keep-Alive alone", "Keep-Alive: timeout=1"),
        staying("an offer of HTTP/2", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
        staying("an offer of WebSocket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"),
        staying("TE", "TE: trailers\r\nConnection: TE"),
        staying("Max-Forwards", "Max-Forwards: 0"),
        Case(
            "Connection nominates the length of a body", "RFC 9110 section 7.6.1", "for an origin server the length holds all the same",
            "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: content-length\r\nContent-Length: 5\r\n\r\nhello",
            .seen(echo, body: "hello")),
        Case(
            "keep-alive in HTTP/1.0", "RFC 9112 section 9.3", "granted, and said so",
            "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", .seen("GET /echo HTTP/1.0")),
        Case(
            "keep-alive and close in HTTP/1.0", "RFC 9112 section 9.3", "close wins",
            "GET /echo HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", .answers(.seen("GET /echo HTTP/1.0"), ending: .closed)),
        Case(
            "a stream to HTTP/1.0", "RFC 9112 section 6.3", "no chunks: its end is the connection's",
            "GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", .answers(Answer(200, body: "onetwo", framing: .untilClose), ending: .closed)),
    ]

    private static let echo = "POST /echo HTTP/1.1"

    private static func method(_ name: String) -> Case {
        Case(
            name, "RFC 9110 section 9", "a method that is known reaches its route", "\(name) /echo HTTP/1.1\r\nHost: a\r\n\r\n",
            .seen("\(name) /echo HTTP/1.1"))
    }

    private static func expect(_ name: String, _ why: String, _ value: String, _ expected: Expected) -> Case {
        Case(
            "Expect \(name)", "RFC 9110 section 10.1.1", why,
            "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: \(value)\r\nContent-Length: 5\r\n\r\nhello", expected)
    }

    private static func closing(_ name: String, _ line: String) -> Case {
        Case(
            "Connection: \(name)", "RFC 9112 section 9.6", "a client that says close must not be answered again",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", .answers(.seen("GET /echo HTTP/1.1"), ending: .closed))
    }

    private static func staying(_ name: String, _ line: String) -> Case {
        Case(
            "open: \(name)", "RFC 9112 section 9.3", "nothing but close ends a 1.1 connection, and no upgrade is taken",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", .seen("GET /echo HTTP/1.1"))
    }
}
