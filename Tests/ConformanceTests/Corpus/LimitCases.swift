import HTTPServer

/// What is as large as allowed passes, and a byte more does not: RFC 9112 section 3, RFC 9110 sections 5.4 and 15.5.14, RFC 6585 section 5.
extension Case {
    static let limits: [Case] = [
        Case(
            "the longest request line", "RFC 9112 section 3", "the limit is inclusive",
            "GET \(path(of: line)) HTTP/1.1\r\nHost: a\r\n\r\n", .seen("GET \(path(of: line)) HTTP/1.1")),
        Case(
            "a request line that is too long", "RFC 9112 section 3", "414, so that a client knows what to shorten",
            "GET \(path(of: line + 1)) HTTP/1.1\r\nHost: a\r\n\r\n", .refused(414)),
        Case(
            "a request line without an end", "RFC 9112 section 3", "refused when it must be too long, not when its time is over",
            "GET \(path(of: 2 * line))", .refused(414)),
        Case(
            "a method without an end", "RFC 9112 section 3", "the method counts as the target does",
            String(repeating: "A", count: 2 * line), .refused(414)),
        Case(
            "a query that is too long", "RFC 9112 section 3", "the query counts too",
            "GET /echo?\(String(repeating: "q", count: line)) HTTP/1.1\r\nHost: a\r\n\r\n", .refused(414)),
        Case(
            "the largest header section", "RFC 9110 section 5.4", "the limit is inclusive",
            "GET /echo HTTP/1.1\r\n\(section(of: sectionBytes))", .seen("GET /echo HTTP/1.1")),
        Case(
            "a header section that is too large", "RFC 6585 section 5", "431, so that a client knows what to drop",
            "GET /echo HTTP/1.1\r\n\(section(of: sectionBytes + 1))", .refused(431)),
        Case(
            "a field line without an end", "RFC 6585 section 5", "refused when it must be too large",
            "GET /echo HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "b", count: sectionBytes))", .refused(431)),
        Case(
            "a field name without an end", "RFC 6585 section 5", "names count as values do",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\(String(repeating: "A", count: sectionBytes))", .refused(431)),
        Case(
            "as many fields as allowed", "RFC 9110 section 5.4", "the limit is inclusive",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\(lines(fieldCount - 1))\r\n", .seen("GET /echo HTTP/1.1")),
        Case(
            "a field too many", "RFC 6585 section 5", "each costs memory, however short",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\(lines(fieldCount))\r\n", .refused(431)),
        Case(
            "the largest body", "RFC 9110 section 15.5.14", "the limit is inclusive",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(bodyBytes)\r\n\r\n\(data(bodyBytes))",
            .seen("POST /echo HTTP/1.1", body: data(bodyBytes))),
        Case(
            "a body that is too large", "RFC 9110 section 15.5.14", "refused by its length, before a byte of it",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(bodyBytes + 1)\r\n\r\n", .refused(413)),
        Case(
            "the largest length there is", "RFC 9110 section 15.5.14", "a number that fits and a body that does not",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n", .refused(413)),
        Case(
            "the largest chunked body", "RFC 9110 section 15.5.14", "all chunks count together",
            "\(chunked)96\r\n\(data(150))\r\n96\r\n\(data(150))\r\n0\r\n\r\n", .seen("POST /echo HTTP/1.1", body: data(300))),
        Case(
            "a chunk that is too large", "RFC 9110 section 15.5.14", "refused by its size, before a byte of it",
            "\(chunked)12D\r\n", .refused(413)),
        Case(
            "chunks that are too large together", "RFC 9110 section 15.5.14", "refused at the size that passes the limit",
            "\(chunked)96\r\n\(data(150))\r\n97\r\n", .refused(413)),
        Case(
            "the largest chunk size there is", "RFC 9112 section 7.1", "a number that fits and a body that does not",
            "\(chunked)7FFFFFFFFFFFFFFF\r\n", .refused(413)),
        Case(
            "long extensions", "RFC 9112 section 7.1.1", "what is ignored must be bounded",
            "\(chunked)1;\(String(repeating: "x", count: 40))\r\na\r\n0\r\n\r\n", .seen("POST /echo HTTP/1.1", body: "a")),
        Case(
            "extensions that are too long", "RFC 9112 section 7.1.1", "a client could send nothing else for ever",
            "\(chunked)1;\(String(repeating: "x", count: 20))\r\na\r\n1;\(String(repeating: "x", count: 21))\r\nb\r\n0\r\n\r\n", .refused(400)),
        Case(
            "trailers that are too large", "RFC 9112 section 7.1.2", "what is dropped must be bounded",
            "\(chunked)0\r\nA: \(String(repeating: "b", count: 100))\r\n\r\n", .refused(431)),
        Case(
            "too many trailers", "RFC 9112 section 7.1.2", "as field lines",
            "\(chunked)0\r\n\(String(repeating: "A:\r\n", count: 13))\r\n", .refused(431)),
    ]

    private static let line = TestedServer.limits.requestLineBytes
    private static let sectionBytes = TestedServer.limits.headerSectionBytes
    private static let fieldCount = TestedServer.limits.headerFields
    private static let bodyBytes = TestedServer.limits.bodyBytes
    private static let chunked = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A path with which `GET path HTTP/1.1` has that many bytes.
    private static func path(of length: Int) -> String { "/" + String(repeating: "p", count: length - "GET / HTTP/1.1".utf8.count) }

    /// A header section of that many bytes, its empty line included.
    private static func section(of length: Int) -> String {
        let rest = "Host: a\r\nA: \r\n\r\n"
        return "Host: a\r\nA: \(String(repeating: "b", count: length - rest.utf8.count))\r\n\r\n"
    }

    private static func lines(_ count: Int) -> String { (1...count).map { "A\($0): b\r\n" }.joined() }

    private static func data(_ count: Int) -> String { String(repeating: "d", count: count) }
}
