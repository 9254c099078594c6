/// RFC 9112 section 5 and RFC 9110 section 5: field lines; RFC 9110 section 7.2: Host.
extension Case {
    static let fields: [Case] = [
        passes("no white space after the colon", "RFC 9112 section 5", "it is optional", "A:b"),
        passes("white space around the value", "RFC 9112 section 5.1", "it is no part of the value", "A: \t b \t "),
        passes("an empty value", "RFC 9110 section 5.5", "a field may be empty", "A:"),
        passes("colons in the value", "RFC 9112 section 5", "the first divides", "A: b:c: d"),
        passes("all of a token's characters", "RFC 9110 section 5.6.2", "a name is a token", "!#$%&'*+-.^_`|~09az: b"),
        passes("bytes above ASCII in the value", "RFC 9110 section 5.5", "obs-text is opaque data", "A: \u{E9}\u{FF}"),
        passes("a name twice", "RFC 9110 section 5.3", "two lines make a list", "A: b\r\nA: c"),
        passes("a tab within the value", "RFC 9110 section 5.5", "white space that is data", "A: b\tc"),
        refused("white space before the colon", "RFC 9112 section 5.1", "once trimmed by some and kept by others, it hid fields", "A : b"),
        refused("a tab before the colon", "RFC 9112 section 5.1", "as a space", "A\t: b"),
        refused("a folded line", "RFC 9112 section 5.2", "some join it to the line before, some do not", "A: b\r\n c"),
        refused("a line folded with a tab", "RFC 9112 section 5.2", "as with a space", "A: b\r\n\tc"),
        refused("a line of white space", "RFC 9112 section 5.2", "an empty line to some: the head would end there", "A: b\r\n \r\nC: d"),
        refused("no colon", "RFC 9112 section 5", "not a field line", "Ab"),
        refused("no name", "RFC 9112 section 5.1", "not a field line", ": b"),
        refused("a space in the name", "RFC 9110 section 5.1", "not a token", "A b: c"),
        refused("a slash in the name", "RFC 9110 section 5.1", "not a token", "A/b: c"),
        refused("a name in quotation marks", "RFC 9110 section 5.1", "not a token", "\"A\": b"),
        refused("a byte above ASCII in the name", "RFC 9110 section 5.1", "not a token", "A\u{E9}: b"),
        refused("NUL in the name", "RFC 9110 section 5.1", "C's strings end there", "A\u{0}: b"),
        refused("NUL in the value", "RFC 9110 section 5.5", "C's strings end there", "A: b\u{0}c"),
        refused("a bare CR in the value", "RFC 9110 section 5.5", "a line's end to some", "A: b\rC: d"),
        refused("a bare LF in the value", "RFC 9112 section 2.2", "a line's end to some", "A: b\nC: d"),
        refused("CR CR LF", "RFC 9112 section 2.2", "the first CR is data to some", "A: b\r"),
        refused("a control character", "RFC 9110 section 5.5", "it could steer a terminal that shows a log", "A: \u{1B}[2J"),
        refused("DEL", "RFC 9110 section 5.5", "a control character too", "A: \u{7F}"),
        refused("a form feed around the value", "RFC 9110 section 5.6.3", "white space to C, not to HTTP", "A: \u{0C}b"),
        Case(
            "white space before the first field", "RFC 9112 section 2.2", "it would fold into the request line, or be skipped",
            "GET /echo HTTP/1.1\r\n Host: a\r\n\r\n", .refused(400)),
        Case(
            "a head that ends with LF", "RFC 9112 section 2.2", "LF CR LF is an empty line to some",
            "GET /echo HTTP/1.1\r\nHost: a\r\nA: b\n\r\n", .refused(400)),
        Case(
            "an empty line that is LF alone", "RFC 9112 section 2.2", "the head's end to some, not to others",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\n", .refused(400)),
        Case(
            "a head cut short", "RFC 9112 section 8", "without its empty line it is no request",
            "GET /echo HTTP/1.1\r\nHost: a\r\n", .waits),
        Case(
            "a head cut within its end", "RFC 9112 section 8", "a CR is not the end yet",
            "GET /echo HTTP/1.1\r\nHost: a\r\n\r", .waits),
    ]

    static let host: [Case] = [
        host("in capitals", "RFC 9110 section 5.1", "names have no case", "HOST: a", 200),
        host("with a port", "RFC 9110 section 7.2", "a part of the authority", "Host: a:8080", 200),
        host("with an empty port", "RFC 3986 section 3.2.3", "the default port", "Host: a:", 200),
        host("an IPv4 address", "RFC 3986 section 3.2.2", "a host as good as a name", "Host: 127.0.0.1", 200),
        host("an IPv6 address", "RFC 3986 section 3.2.2", "the colons within the brackets are the host's", "Host: [::1]:8080", 200),
        host("an encoded name", "RFC 3986 section 3.2.2", "the grammar has it", "Host: a%2Db", 200),
        host("missing", "RFC 9112 section 3.2", "a 1.1 request without it must be refused", "A: b", 400),
        host("twice", "RFC 9112 section 3.2", "two parsers would take two", "Host: a\r\nHost: a", 400),
        host("twice and different", "RFC 9112 section 3.2", "two parsers would take two", "Host: a\r\nA: b\r\nhost: b", 400),
        host("empty", "RFC 9110 section 4.2.1", "an http URI has a host", "Host:", 400),
        host("a port alone", "RFC 9110 section 4.2.1", "an http URI has a host", "Host: :80", 400),
        host("a list", "RFC 9112 section 3.2", "one value only", "Host: a, b", 400),
        host("with a path", "RFC 9112 section 3.2", "an authority has none", "Host: a/b", 400),
        host("a URL", "RFC 9112 section 3.2", "an authority has no scheme", "Host: http://a", 400),
        host("with user information", "RFC 9110 section 4.2.4", "it disguises the host", "Host: a@b", 400),
        host("with a bad port", "RFC 3986 section 3.2.3", "digits only", "Host: a:b", 400),
        host("with a signed port", "RFC 3986 section 3.2.3", "digits only", "Host: a:-1", 400),
        host("with two ports", "RFC 3986 section 3.2", "an IPv6 address needs brackets", "Host: a:80:81", 400),
        host("an open bracket", "RFC 3986 section 3.2.2", "where it ends is a guess", "Host: [::1", 400),
        host("empty brackets", "RFC 3986 section 3.2.2", "no address", "Host: []", 400),
        host("colons in brackets that are no address", "RFC 3986 section 3.2.2", "an invalid value must be refused", "Host: [:::::]", 400),
        host("too many groups in brackets", "RFC 3986 section 3.2.2", "an invalid value must be refused", "Host: [1:2:3:4:5:6:7:8:9]", 400),
        host("an IPv4 address in brackets", "RFC 3986 section 3.2.2", "brackets are for IPv6", "Host: [127.0.0.1]", 400),
        host("text behind the brackets", "RFC 3986 section 3.2.2", "only a port may follow", "Host: [::1]a", 400),
        host("a space within", "RFC 3986 section 3.2.2", "not a host's character", "Host: a b", 400),
        host("a byte above ASCII", "RFC 3986 section 3.2.2", "it must come encoded", "Host: \u{E9}", 400),
        host("half an encoding", "RFC 3986 section 2.1", "decoders disagree about it", "Host: a%4", 400),
        Case(
            "Host missing in HTTP/1.0", "RFC 9112 section 3.2", "1.0 clients need not send it",
            "GET /echo HTTP/1.0\r\n\r\n", .answers(.seen("GET /echo HTTP/1.0"), ending: .closed)),
        Case(
            "Host twice in HTTP/1.0", "RFC 9112 section 3.2", "any request with more than one must be refused",
            "GET /echo HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .refused(400)),
        Case(
            "Host invalid in HTTP/1.0", "RFC 9112 section 3.2", "any request with an invalid one must be refused",
            "GET /echo HTTP/1.0\r\nHost: a b\r\n\r\n", .refused(400)),
        Case(
            "an absolute target of another host", "RFC 9112 section 3.2.2", "the target wins, Host is ignored",
            "GET http://b/echo HTTP/1.1\r\nHost: a\r\n\r\n", .seen("GET http://b/echo HTTP/1.1")),
        Case(
            "an absolute target without Host", "RFC 9112 section 3.2", "Host must be there all the same",
            "GET http://a/echo HTTP/1.1\r\n\r\n", .refused(400)),
    ]

    private static func passes(_ name: String, _ section: String, _ why: String, _ line: String) -> Case {
        Case(name, section, why, "GET /echo HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", .seen("GET /echo HTTP/1.1"))
    }

    private static func refused(_ name: String, _ section: String, _ why: String, _ line: String) -> Case {
        Case(name, section, why, "GET /echo HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", .refused(400))
    }

    private static func host(_ name: String, _ section: String, _ why: String, _ line: String, _ status: Int) -> Case {
        Case(
            "Host \(name)", section, why, "GET /echo HTTP/1.1\r\n\(line)\r\n\r\n",
            status == 200 ? .seen("GET /echo HTTP/1.1") : .refused(status))
    }
}
