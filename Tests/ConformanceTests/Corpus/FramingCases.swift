/// RFC 9112 section 6: how long a body is.
extension Case {
    static let framing: [Case] = [
        post("a length", "RFC 9112 section 6.3", "the plain case", "Content-Length: 5", "hello", .seen(echo, body: "hello")),
        post("no length and no coding", "RFC 9112 section 6.3", "a request without either has no body", "A: b", "", .seen(echo)),
        post("a length of zero", "RFC 9112 section 6.3", "an empty body", "Content-Length: 0", "", .seen(echo)),
        post(
            "leading zeros", "RFC 9110 section 8.6", "decimal, whatever C makes of a zero", "Content-Length: 0010", "0123456789",
            .seen(echo, body: "0123456789")),
        post(
            "white space around the number", "RFC 9110 section 5.5", "no part of the value", "Content-Length: \t5 ", "hello",
            .seen(echo, body: "hello")),
        post("the name in capitals", "RFC 9110 section 5.1", "names have no case", "CONTENT-LENGTH: 5", "hello", .seen(echo, body: "hello")),
        post(
            "a body that looks like a request", "RFC 9112 section 6.3", "its length decides, not its look", "Content-Length: 20",
            "GET /a HTTP/1.1\r\n\r\n\n", .seen(echo, body: "GET /a HTTP/1.1\r\n\r\n\n")),
        post(
            "two equal lengths", "RFC 9110 section 8.6", "may be refused, and is: who sends them is broken or worse",
            "Content-Length: 5\r\nContent-Length: 5", "hello", .refused(400)),
        post(
            "two different lengths", "RFC 9112 section 6.3", "the classic of smuggling", "Content-Length: 5\r\nContent-Length: 0", "hello",
            .refused(400)),
        post("a list of equal lengths", "RFC 9110 section 8.6", "may be refused, and is", "Content-Length: 5, 5", "hello", .refused(400)),
        post("a list of different lengths", "RFC 9112 section 6.3", "must be refused", "Content-Length: 5, 6", "hello", .refused(400)),
        post("a plus sign", "RFC 9110 section 8.6", "strtol takes it", "Content-Length: +5", "hello", .refused(400)),
        post("a minus sign", "RFC 9110 section 8.6", "below zero, or huge as unsigned", "Content-Length: -5", "hello", .refused(400)),
        post("hex", "RFC 9110 section 8.6", "strtol takes it", "Content-Length: 0x5", "hello", .refused(400)),
        post("an exponent", "RFC 9110 section 8.6", "float parsers take it", "Content-Length: 5e0", "hello", .refused(400)),
        post("a fraction", "RFC 9110 section 8.6", "float parsers take it", "Content-Length: 5.0", "hello", .refused(400)),
        post("letters behind the digits", "RFC 9110 section 8.6", "atoi stops there", "Content-Length: 5x", "hello", .refused(400)),
        post("a space within the digits", "RFC 9110 section 8.6", "one parser's 1 is another's 15", "Content-Length: 1 5", "hello", .refused(400)),
        post("a separator within the digits", "RFC 9110 section 8.6", "some languages take it", "Content-Length: 1_5", "hello", .refused(400)),
        post("quotation marks", "RFC 9110 section 8.6", "not digits", "Content-Length: \"5\"", "hello", .refused(400)),
        post("nothing", "RFC 9110 section 8.6", "an empty value is no number", "Content-Length:", "", .refused(400)),
        post(
            "more than 64 bits", "RFC 9110 section 8.6", "it must not wrap: 2^64+5 is not 5", "Content-Length: 18446744073709551621", "hello",
            .refused(400)),
        post(
            "more than 63 bits", "RFC 9110 section 8.6", "it must not become negative", "Content-Length: 9223372036854775808", "hello", .refused(400)),
        post("digits of another script", "RFC 9110 section 8.6", "only ASCII digits count", "Content-Length: \u{D9}\u{A5}", "hello", .refused(400)),
        post(
            "a vertical tab before the number", "RFC 9110 section 5.5", "white space to C, not to HTTP", "Content-Length: \u{0B}5", "hello",
            .refused(400)),
        post(
            "a length and a coding", "RFC 9112 section 6.1", "two answers to one question", "Content-Length: 5\r\nTransfer-Encoding: chunked",
            "0\r\n\r\n", .refused(400)),
        post(
            "a coding and a length", "RFC 9112 section 6.1", "in the other order too", "Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n",
            .refused(400)),
        post(
            "an unknown coding", "RFC 9112 section 6.1", "501, and nothing behind it can be trusted", "Transfer-Encoding: gzip", "hello",
            .refused(501)),
        post(
            "an unknown coding before chunked", "RFC 9112 section 6.1", "a coding that is not understood", "Transfer-Encoding: gzip, chunked",
            "0\r\n\r\n", .refused(501)),
        post("identity", "RFC 9112 section 7", "removed from HTTP; some read it as no coding", "Transfer-Encoding: identity", "", .refused(501)),
        post("chunked twice", "RFC 9112 section 6.1", "must not be applied twice", "Transfer-Encoding: chunked, chunked", "0\r\n\r\n", .refused(400)),
        post(
            "chunked not last", "RFC 9112 section 6.3", "the end could not be found", "Transfer-Encoding: chunked, gzip", "0\r\n\r\n", .refused(400)),
        post(
            "two lines of codings", "RFC 9112 section 6.1", "they make one list", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "0\r\n\r\n", .refused(400)),
        post("chunked with a parameter", "RFC 9112 section 7.1", "it has none", "Transfer-Encoding: chunked;q=1", "0\r\n\r\n", .refused(400)),
        post("an empty list", "RFC 9112 section 6.1", "no coding named", "Transfer-Encoding:", "", .refused(400)),
        post(
            "chunked in mixed case", "RFC 9112 section 7", "codings have no case", "transfer-ENCODING: ChUnKeD", "1\r\na\r\n0\r\n\r\n",
            .seen(echo, body: "a")),
        Case(
            "a body with GET", "RFC 9110 section 9.3.1", "of no meaning, but it must be read, or it is the next request",
            "GET /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", .seen("GET /echo HTTP/1.1", body: "hello")),
        Case(
            "a chunked body with GET", "RFC 9110 section 9.3.1", "as with a length",
            "GET /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", .seen("GET /echo HTTP/1.1", body: "a")),
        Case(
            "a body with DELETE", "RFC 9110 section 9.3.5", "as with GET",
            "DELETE /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", .seen("DELETE /echo HTTP/1.1", body: "x")),
        Case(
            "a body with OPTIONS *", "RFC 9110 section 9.3.7", "read, and of no meaning",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxx", .answers(Answer(204, framing: .none))),
        Case(
            "a coding in HTTP/1.0", "RFC 9112 section 6.1", "1.0 has none: the framing is faulty",
            "POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", .refused(400)),
        Case(
            "a length in HTTP/1.0", "RFC 9112 section 6.3", "a body as in 1.1",
            "POST /echo HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi", .answers(.seen("POST /echo HTTP/1.0", body: "hi"), ending: .closed)),
        post("a body cut short", "RFC 9112 section 8", "a part must not be taken for the whole", "Content-Length: 9", "hello", .waits),
        post("a body that does not begin", "RFC 9112 section 8", "a part must not be taken for the whole", "Content-Length: 9", "", .waits),
    ]

    private static let echo = "POST /echo HTTP/1.1"

    private static func post(_ name: String, _ section: String, _ why: String, _ field: String, _ body: String, _ expected: Expected) -> Case {
        Case(name, section, why, "POST /echo HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n\(body)", expected)
    }
}
