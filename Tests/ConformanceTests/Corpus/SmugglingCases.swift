/// RFC 9112 section 11.2: requests that a proxy and a server could take apart in two ways. Each holds a request for `/admin` that only one of the two
/// readings shows.
extension Case {
    static let smuggling: [Case] = [
        pair(
            "CL.TE", "the front reads the length, the back the chunks", "Content-Length: \(admin.utf8.count + 5)\r\nTransfer-Encoding: chunked",
            "0\r\n\r\n\(admin)"),
        pair(
            "TE.CL", "the front reads the chunks, the back the length", "Content-Length: 4\r\nTransfer-Encoding: chunked",
            "\(hex(admin))\r\n\(admin)\r\n0\r\n\r\n"),
        pair("CL.CL", "each takes another of two lengths", "Content-Length: 0\r\nContent-Length: \(admin.utf8.count)", admin),
        pair("TE.TE with a space before the colon", "one sees the coding, one does not", "Transfer-Encoding : chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a tab after the name", "one sees the coding, one does not", "Transfer-Encoding\t: chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a folded value", "one joins the lines, one does not", "Transfer-Encoding:\r\n chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a vertical tab", "white space to one, data to the other", "Transfer-Encoding: \u{0B}chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a bare CR", "a line's end to one, data to the other", "A: b\rTransfer-Encoding: chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a bare LF", "a line's end to one, data to the other", "A: b\nTransfer-Encoding: chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE in quotation marks", "a string to one, the coding to the other", "Transfer-Encoding: \"chunked\"", "0\r\n\r\n\(admin)"),
        pair(
            "TE.TE with an unknown coding beside it", "one takes the first, one the last", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
            "0\r\n\r\n\(admin)"),
        pair(
            "TE.TE with identity beside it", "one takes the first, one the last", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "0\r\n\r\n\(admin)", 501),
        pair("TE.TE with a misspelt coding", "one compares prefixes", "Transfer-Encoding: xchunked", "0\r\n\r\n\(admin)", 501),
        pair("TE.TE with letters behind it", "one compares prefixes", "Transfer-Encoding: chunkedx", "0\r\n\r\n\(admin)", 501),
        pair("TE.TE with a space within", "one takes the first word", "Transfer-Encoding: chunked x", "0\r\n\r\n\(admin)"),
        pair("TE.TE with an empty element", "one skips it, one gives up", "Transfer-Encoding: ,chunked", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a semicolon", "one cuts there", "Transfer-Encoding: chunked;", "0\r\n\r\n\(admin)"),
        pair("TE.TE with NUL", "C's strings end there", "Transfer-Encoding: chunked\u{0}", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a byte above ASCII", "its case can fold onto a letter", "Transfer-Encoding: chun\u{E2}\u{84}\u{AA}ed", "0\r\n\r\n\(admin)"),
        pair("TE.TE with a colon in the name", "one cuts at the first, one at the last", "Transfer-Encoding:: chunked", "0\r\n\r\n\(admin)"),
        pair(
            "a length behind a bare CR", "a line's end to one, data to the other", "A: b\rContent-Length: 0\r\nContent-Length: \(admin.utf8.count)",
            admin),
        pair("a length with a space before the colon", "one sees it, one does not", "Content-Length : \(admin.utf8.count)", admin),
        pair("a length folded into the line before", "one joins the lines, one does not", "A: b\r\n Content-Length: \(admin.utf8.count)", admin),
        pair("a chunk size with a sign", "5 to one, an error or 0 to the other", chunked, "+0\r\n\r\n\(admin)"),
        pair("a chunk size that wraps", "0 to one of 64 bits", chunked, "10000000000000000\r\n\r\n\(admin)"),
        pair("an extension with a bare LF", "the size line ends for one only (CVE-2025-55315)", chunked, "1;\nx\r\na\r\n0\r\n\r\n\(admin)"),
        pair("an extension with a bare CR", "the size line ends for one only", chunked, "1;\rx\r\na\r\n0\r\n\r\n\(admin)"),
        pair("data ended by LF", "one skips two bytes, one a line", chunked, "1\r\na\n0\r\n\r\n\(admin)"),
        pair("data ended by any two bytes", "one skips two bytes unseen", chunked, "1\r\naXX0\r\n\r\n\(admin)"),
        pair("a last chunk ended by LF", "the body's end to one only", chunked, "0\n\n\(admin)"),
        pair("trailers ended by LF", "the body's end to one only", chunked, "0\r\nA: b\n\n\(admin)"),
        pair("a trailer that folds", "one joins the lines, one ends there", chunked, "0\r\nA: b\r\n \r\n\(admin)"),
        pair("a trailer without a colon", "one takes the next request's line for a trailer", chunked, "0\r\n\(admin)"),
        pair("a coding in HTTP/1.0", "one knows it, one does not", chunked, "0\r\n\r\n\(admin)", version: "1.0"),
        Case(
            "CL.0: a route that reads no body", "RFC 9112 section 11.2", "a body nobody asked for is read, or it is the next request",
            "GET /only-get HTTP/1.1\r\nHost: a\r\nContent-Length: \(admin.utf8.count)\r\n\r\n\(admin)",
            .seen("GET /only-get HTTP/1.1", body: admin)),
        Case(
            "CL.0: a refusal with a body", "RFC 9112 section 11.2", "a body that is not read ends the connection",
            "POST //x HTTP/1.1\r\nHost: a\r\nContent-Length: \(admin.utf8.count)\r\n\r\n\(admin)", .refused(404)),
        Case(
            "0.CL: an expectation that is refused", "RFC 9112 section 11.2", "the body that may come all the same is not a request",
            "POST /refused HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(admin.utf8.count)\r\n\r\n\(admin)", .refused(401)),
        Case(
            "0.CL: no length, and bytes behind it", "RFC 9112 section 11.2", "what follows is a request, and answered as one",
            "POST /echo HTTP/1.1\r\nHost: a\r\n\r\n\(admin)", .answers(.seen(echo), .seen("GET /admin HTTP/1.1"))),
        Case(
            "forbidden trailers", "RFC 9110 section 6.5.1", "a length, coding or host in a trailer changes nothing",
            "POST /echo HTTP/1.1\r\nHost: a\r\n\(chunked)\r\n\r\n0\r\nContent-Length: 9\r\nTransfer-Encoding: x\r\nHost: b\r\n\r\n", .seen(echo)),
        Case(
            "an underscore in the name", "RFC 9112 section 11.2", "CGI makes the two names one; here it is another field",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer_Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", .seen(echo, body: "0\r\n\r\n")),
        Case(
            "a length with a dash replaced", "RFC 9112 section 11.2", "another field: the body has no length",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent_Length: \(admin.utf8.count)\r\n\r\n\(admin)",
            .answers(.seen(echo), .seen("GET /admin HTTP/1.1"))),
        Case(
            "a request in a query", "RFC 9112 section 11.1", "encoded line breaks stay data",
            "GET /echo?a=%20HTTP/1.1%0D%0AHost:%20b%0D%0A%0D%0A HTTP/1.1\r\nHost: a\r\n\r\n",
            .seen("GET /echo?a=%20HTTP/1.1%0D%0AHost:%20b%0D%0A%0D%0A HTTP/1.1")),
    ]

    /// The request that is smuggled.
    private static let admin = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let chunked = "Transfer-Encoding: chunked"
    private static let echo = "POST /echo HTTP/1.1"

    private static func hex(_ text: String) -> String { String(text.utf8.count, radix: 16) }

    private static func pair(
        _ name: String, _ why: String, _ fields: String, _ body: String, _ status: Int = 400, version: String = "1.1"
    ) -> Case {
        Case(name, "RFC 9112 section 11.2", why, "POST /echo HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n\r\n\(body)", .refused(status))
    }
}
