/// RFC 9112 section 3.2 and RFC 3986: the request target.
extension Case {
    static let targets: [Case] = [
        target("a query", "RFC 9112 section 3.2.1", "it belongs to the target", "/echo?a=b&c", "/echo?a=b&c"),
        target("an empty query", "RFC 9112 section 3.2.1", "`?` alone is a query", "/echo?", "/echo?"),
        target("question marks and slashes in a query", "RFC 3986 section 3.4", "only the first mark divides", "/echo?a?/b", "/echo?a?/b"),
        target("the root", "RFC 9112 section 3.2.1", "the shortest path", "/", "/"),
        target("all of a path's characters", "RFC 3986 section 3.3", "legal characters pass as they are", "/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@"),
        target("an encoded letter", "RFC 3986 section 6.2.2.2", "`%65` is `e`, and the target is passed on as sent", "/%65cho", "/%65cho"),
        target("an encoded slash", "RFC 3986 section 2.2", "data in a segment, no separator", "/a%2Fb", "/a%2Fb"),
        target("encoded UTF-8", "RFC 3986 section 2.5", "names of any script", "/%C3%A9", "/%C3%A9"),
        target("dot segments", "RFC 3986 section 5.2.4", "nothing is resolved: no path reaches another's route", "/a/../b", "/a/../b"),
        target("encoded dot segments", "RFC 3986 section 6.2.2.3", "decoded late they would climb", "/a/%2e%2e/b", "/a/%2e%2e/b"),
        target("a double encoding", "RFC 3986 section 2.4", "decoding twice would make a slash of it", "/a%252Fb", "/a%252Fb"),
        target("absolute form", "RFC 9112 section 3.2.2", "a server must take it", "http://a/echo", "http://a/echo"),
        target("absolute form with a port", "RFC 9112 section 3.2.2", "the authority may have one", "http://a:8080/echo", "http://a:8080/echo"),
        target("absolute form without a path", "RFC 9112 section 3.2.1", "its path is `/`", "http://a", "http://a"),
        target("absolute form of https", "RFC 9112 section 3.2.2", "the scheme of a proxy that ends TLS", "https://a/echo", "https://a/echo"),
        target("a scheme in capitals", "RFC 3986 section 3.1", "schemes have no case", "HTTP://a/echo", "HTTP://a/echo"),
        target("a query without a path", "RFC 9112 section 3.2.2", "`http://a?b` has an empty path", "http://a?b", "http://a?b"),
        refused("no slash first", "RFC 9112 section 3.2.1", "`echo` is no path", "echo"),
        refused("a fragment", "RFC 9112 section 3.2", "fragments stay with the client", "/echo#a"),
        refused("a backslash", "RFC 3986 section 2", "some make a slash of it", "/a\\b"),
        refused("a quotation mark", "RFC 3986 section 2", "it could end a quoted log field", "/\"a"),
        refused("angle brackets", "RFC 3986 section 2", "not a URI's characters", "/<a>"),
        refused("a brace", "RFC 3986 section 2", "not a URI's character", "/{a}"),
        refused("a byte above ASCII", "RFC 3986 section 2", "it must come encoded", "/\u{E9}"),
        refused("NUL", "RFC 3986 section 2", "C's strings end there", "/a\u{0}b"),
        refused("DEL", "RFC 3986 section 2", "a control character", "/a\u{7F}"),
        refused("a bare CR", "RFC 9112 section 2.2", "a line's end to some", "/a\rb"),
        refused("half an encoding", "RFC 3986 section 2.1", "decoders disagree about it", "/a%4"),
        refused("an encoding without digits", "RFC 3986 section 2.1", "decoders disagree about it", "/%zz"),
        refused("a lone percent sign", "RFC 3986 section 2.1", "decoders disagree about it", "/100%"),
        refused("an encoded NUL", "RFC 3986 section 7.3", "it ends a C string once decoded", "/a%00b"),
        refused("an encoded line break", "RFC 3986 section 7.3", "it would write lines into a log", "/a%0D%0Ab"),
        refused("encoded bytes that are not UTF-8", "RFC 3986 section 2.5", "they have no text", "/%FF"),
        refused("an overlong encoding of a slash", "RFC 3629 section 3", "C0 AF is `/` to careless decoders", "/%C0%AF"),
        refused("a broken encoding in the query", "RFC 3986 section 2.1", "decoders disagree about it", "/echo?a=%4"),
        refused("another scheme", "RFC 9112 section 3.2.2", "this is no gateway to other protocols", "ftp://a/echo"),
        refused("user information", "RFC 9110 section 4.2.4", "it serves to disguise the host", "http://b@a/echo"),
        refused("absolute form without a host", "RFC 9110 section 4.2.1", "an empty host is invalid", "http:///echo"),
        refused("a scheme alone", "RFC 9112 section 3.2.2", "no authority at all", "http://"),
        refused("authority form with GET", "RFC 9112 section 3.2.3", "it belongs to CONNECT", "a:80"),
        refused("asterisk form with GET", "RFC 9112 section 3.2.4", "it belongs to OPTIONS", "*"),
        refused("a bad port", "RFC 3986 section 3.2.3", "digits only", "http://a:8x/"),
        Case(
            "two slashes first", "RFC 3986 section 3.3", "an empty segment is none of our paths, and no authority",
            "GET //a/echo HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(404))),
        Case(
            "asterisk form", "RFC 9112 section 3.2.4", "OPTIONS of the server as a whole",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", .answers(Answer(204, framing: .none))),
        Case(
            "asterisk form with a path", "RFC 9112 section 3.2.4", "`*` is the whole target or nothing",
            "OPTIONS */a HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400)),
        Case(
            "authority form", "RFC 9112 section 3.2.3", "an origin server has no tunnel to offer",
            "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", .refused(501)),
        Case(
            "CONNECT to a path", "RFC 9110 section 9.3.6", "no tunnel either way",
            "CONNECT /echo HTTP/1.1\r\nHost: a\r\n\r\n", .refused(501)),
    ]

    private static func target(_ name: String, _ section: String, _ why: String, _ sent: String, _ seen: String) -> Case {
        Case(name, section, why, "GET \(sent) HTTP/1.1\r\nHost: a\r\n\r\n", .seen("GET \(seen) HTTP/1.1"))
    }

    private static func refused(_ name: String, _ section: String, _ why: String, _ sent: String) -> Case {
        Case(name, section, why, "GET \(sent) HTTP/1.1\r\nHost: a\r\n\r\n", .refused(400))
    }
}
