/// RFC 9112 sections 2.2, 2.3 and 3: the first line.
extension Case {
    static let requestLine: [Case] = [
        Case(
            "a plain request", "RFC 9112 section 3", "the measure of all others",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .seen("GET /echo HTTP/1.1")),
        Case(
            "an empty line before the request", "RFC 9112 section 2.2", "old clients end a body with a CRLF too many",
            "\r\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .seen("GET /echo HTTP/1.1")),
        Case(
            "two empty lines before the request", "RFC 9112 section 2.2",
            "one is asked for, and a stream of them would keep a parser busy for nothing",
            "\r\n\r\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a bare LF before the request", "RFC 9112 section 2.2", "only CRLF is an empty line to all parsers",
            "\nGET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a bare CR before the request", "RFC 9112 section 2.2", "some skip a CR, some make it part of the method",
            "\rGET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a space before the method", "RFC 9112 section 3", "a lenient parser would see another method than a strict one",
            " GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "two spaces after the method", "RFC 9112 section 3", "the empty word between them is the target to some",
            "GET  /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "two spaces after the target", "RFC 9112 section 3", "the version would begin with a space",
            "GET /echo  HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "tabs for spaces", "RFC 9112 section 3", "white space that only lenient parsers split at",
            "GET\t/echo\tHTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a tab after the target", "RFC 9112 section 3", "it is the target's end to some and its part to others",
            "GET /echo\tHTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a vertical tab for a space", "RFC 9112 section 3", "C's isspace takes it for one",
            "GET /echo\u{0B}HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a space at the end of the line", "RFC 9112 section 3", "the version is exact, or two parsers see two",
            "GET /echo HTTP/1.1 \r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a space in the target", "RFC 9112 section 3.2", "where the target ends would be a guess",
            "GET /echo x HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "no target", "RFC 9112 section 3", "two words are no request line",
            "GET HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "an empty target", "RFC 9112 section 3", "it must not become the root",
            "GET  HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "HTTP/0.9's form", "RFC 9112 section 3", "an answer without a head could be made to look like anything",
            "GET /echo\r\n\r\n", .refused(400)),
        Case(
            "a method alone", "RFC 9112 section 3", "the shortest line that is none",
            "GET\r\n\r\n", .refused(400)),
        Case(
            "a bare LF at the end of the line", "RFC 9112 section 2.2", "who wants CRLF reads the next line as part of this one",
            "GET /echo HTTP/1.1\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "bare LFs everywhere", "RFC 9112 section 2.2", "a proxy that wants CRLF sees no end of the head",
            "GET /echo HTTP/1.1\nHost: a\n\n", .refused(400)),
        Case(
            "a bare CR at the end of the line", "RFC 9112 section 2.2", "a CR alone ends a line for some",
            "GET /echo HTTP/1.1\rHost: a\r\n\r\n", .refused(400)),
        Case(
            "CR CR LF", "RFC 9112 section 2.2", "the first CR is data to some and nothing to others",
            "GET /echo HTTP/1.1\r\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "NUL in the method", "RFC 9112 section 3", "C's strings end there",
            "GE\u{0}T /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a method that is not a token", "RFC 9110 section 9.1", "what is no token can hold a separator",
            "G@T /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a method above ASCII", "RFC 9110 section 9.1", "its case and length depend on who decodes it",
            "G\u{C9}T /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "HTTP/1.0", "RFC 9112 section 2.3", "answered, and closed, for the client cannot know better",
            "GET /echo HTTP/1.0\r\n\r\n", .answers(.seen("GET /echo HTTP/1.0"), ending: .closed)),
        Case(
            "a higher minor version", "RFC 9110 section 2.5", "it is spoken to as the highest that is known",
            "GET /echo HTTP/1.7\r\nHost: a\r\n\r\n", .seen("GET /echo HTTP/1.1")),
        Case(
            "HTTP/2.0", "RFC 9110 section 15.6.6", "another major version is another protocol",
            "GET /echo HTTP/2.0\r\nHost: a\r\n\r\n", .refused(505)),
        Case(
            "HTTP/0.9 by name", "RFC 9110 section 15.6.6", "a major version below ours is no less another protocol",
            "GET /echo HTTP/0.9\r\nHost: a\r\n\r\n", .refused(505)),
        Case(
            "a version in lower case", "RFC 9112 section 2.3", "the name is case-sensitive",
            "GET /echo http/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a version of two digits", "RFC 9112 section 2.3", "1.10 is 1.1 to some and above it to others",
            "GET /echo HTTP/1.10\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a version with a leading zero", "RFC 9112 section 2.3", "one digit on each side of the dot",
            "GET /echo HTTP/01.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a version without a minor part", "RFC 9112 section 2.3", "no guess is made",
            "GET /echo HTTP/1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a comma in the version", "RFC 9112 section 2.3", "lenient number parsers stop there",
            "GET /echo HTTP/1,1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "another protocol's name", "RFC 9112 section 2.3", "ICAP and RTSP look alike and are not",
            "GET /echo ICAP/1.0\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "a request line cut short", "RFC 9112 section 8", "half a line is no request, whoever ends the stream",
            "GET /echo HTT", .waits),
        Case(
            "an empty line and nothing behind it", "RFC 9112 section 2.2", "no request began",
            "\r\n", .waits),
    ]
}
