/// RFC 9112 section 7.1: the chunked coding.
extension Case {
    static let chunks: [Case] = [
        body("no data", "RFC 9112 section 7.1", "the last chunk alone", "0\r\n\r\n", ""),
        body("one chunk", "RFC 9112 section 7.1", "the plain case", "5\r\nhello\r\n0\r\n\r\n", "hello"),
        body("many chunks", "RFC 9112 section 7.1", "their data joined", "1\r\na\r\n2\r\nbc\r\n3\r\ndef\r\n0\r\n\r\n", "abcdef"),
        body(
            "hex digits of either case", "RFC 9112 section 7.1", "sizes are hex", "A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n",
            "01234567890123456789"),
        body("leading zeros", "RFC 9112 section 7.1", "the grammar has them", "0005\r\nhello\r\n0\r\n\r\n", "hello"),
        body("a last chunk of many zeros", "RFC 9112 section 7.1", "1*(\"0\")", "1\r\na\r\n0000\r\n\r\n", "a"),
        body("data that looks like framing", "RFC 9112 section 7.1", "the size decides", "7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n", "\r\n0\r\n\r\n"),
        body("an extension", "RFC 9112 section 7.1.1", "an unknown one must be ignored", "5;a=b\r\nhello\r\n0\r\n\r\n", "hello"),
        body("an extension with a quoted value", "RFC 9112 section 7.1.1", "its content is no framing", "5;a=\"; b\"\r\nhello\r\n0\r\n\r\n", "hello"),
        body("an extension of the last chunk", "RFC 9112 section 7.1.1", "as of any other", "1\r\na\r\n0;x\r\n\r\n", "a"),
        body("an extension without a value", "RFC 9112 section 7.1.1", "the value is optional", "1;x\r\na\r\n0\r\n\r\n", "a"),
        body("trailers", "RFC 9112 section 7.1.2", "read and dropped", "1\r\na\r\n0\r\nA: b\r\nC:d\r\n\r\n", "a"),
        refused("no size", "RFC 9112 section 7.1", "1*HEXDIG", "\r\nhello\r\n0\r\n\r\n"),
        refused("a sign", "RFC 9112 section 7.1", "strtol takes it", "+5\r\nhello\r\n0\r\n\r\n"),
        refused("a minus sign", "RFC 9112 section 7.1", "strtol takes it", "-5\r\nhello\r\n0\r\n\r\n"),
        refused("a 0x prefix", "RFC 9112 section 7.1", "strtol takes it: 5 to some, 0 to others", "0x5\r\nhello\r\n0\r\n\r\n"),
        refused("white space before the size", "RFC 9112 section 7.1", "strtol skips it", " 5\r\nhello\r\n0\r\n\r\n"),
        refused("white space after the size", "RFC 9112 section 7.1", "no part of the grammar", "5 \r\nhello\r\n0\r\n\r\n"),
        refused(
            "white space before an extension", "RFC 9112 section 7.1.1", "bad white space that no known client sends", "5 ;a\r\nhello\r\n0\r\n\r\n"),
        refused("a letter that is no digit", "RFC 9112 section 7.1", "strtol stops there", "5g\r\nhello\r\n0\r\n\r\n"),
        refused("a separator in the size", "RFC 9112 section 7.1", "some languages take it", "0_5\r\nhello\r\n0\r\n\r\n"),
        refused(
            "a size that wraps at 64 bits", "RFC 9112 section 7.1", "it is 5 to a parser that overflows", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
        refused("a size that wraps at 32 bits", "RFC 9112 section 7.1", "it is 5 to a parser of 32 bits", "100000005\r\nhello\r\n0\r\n\r\n", 413),
        refused(
            "a size that is negative in 64 bits", "RFC 9112 section 7.1", "it must not become negative", "FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
        refused(
            "zeros without end", "RFC 9112 section 7.1", "a size needs no more than 16 digits; a line of zeros would never end",
            "\(String(repeating: "0", count: 40))5\r\nhello\r\n0\r\n\r\n"),
        refused("a bare LF after the size", "RFC 9112 section 2.2", "a line's end to some", "5\nhello\r\n0\r\n\r\n"),
        refused("a bare CR after the size", "RFC 9112 section 2.2", "a line's end to some", "5\rhello\r\n0\r\n\r\n"),
        refused("a bare LF in an extension", "RFC 9112 section 7.1.1", "a line's end to some, skipped by others", "5;a\nhello\r\n0\r\n\r\n"),
        refused("a bare CR in an extension", "RFC 9112 section 7.1.1", "a line's end to some", "5;a\rb\r\nhello\r\n0\r\n\r\n"),
        refused("NUL in an extension", "RFC 9112 section 7.1.1", "C's strings end there", "5;\u{0}\r\nhello\r\n0\r\n\r\n"),
        refused("an extension without a size", "RFC 9112 section 7.1", "no size", ";a\r\nhello\r\n0\r\n\r\n"),
        refused("data longer than its size", "RFC 9112 section 7.1", "where the next chunk begins would be a guess", "4\r\nhello\r\n0\r\n\r\n"),
        refused("data shorter than its size", "RFC 9112 section 7.1", "it would swallow the next chunk", "6\r\nhello\r\n0\r\n\r\n"),
        refused("data without its CRLF", "RFC 9112 section 7.1", "the grammar has one", "5\r\nhello0\r\n\r\n"),
        refused("a bare LF after the data", "RFC 9112 section 2.2", "a line's end to some", "5\r\nhello\n0\r\n\r\n"),
        refused("any two bytes for the CRLF after the data", "RFC 9112 section 7.1", "some skip two bytes unseen", "5\r\nhelloXX0\r\n\r\n"),
        refused("a trailer without a colon", "RFC 9112 section 7.1.2", "not a field line", "0\r\nbad\r\n\r\n"),
        refused("a trailer with a bare LF", "RFC 9112 section 7.1.2", "a line's end to some", "0\r\nA: b\nC: d\r\n\r\n"),
        refused("a trailer with NUL", "RFC 9112 section 7.1.2", "C's strings end there", "0\r\nA: \u{0}\r\n\r\n"),
        refused("a folded trailer", "RFC 9112 section 5.2", "joined by some", "0\r\nA: b\r\n c\r\n\r\n"),
        refused("white space before a trailer's colon", "RFC 9112 section 5.1", "hides a field", "0\r\nA : b\r\n\r\n"),
        refused("a bare LF at the end", "RFC 9112 section 2.2", "the body's end to some", "0\r\n\nX"),
        waits("a size cut short", "1"),
        waits("a size line cut within its end", "1\r"),
        waits("data cut short", "5\r\nhel"),
        waits("data cut before its CRLF", "5\r\nhello"),
        waits("no last chunk", "5\r\nhello\r\n"),
        waits("no end behind the last chunk", "5\r\nhello\r\n0\r\n"),
        waits("trailers without an end", "0\r\nA: b\r\n"),
    ]

    private static func body(_ name: String, _ section: String, _ why: String, _ chunks: String, _ body: String) -> Case {
        chunked(name, section, why, chunks, .seen("POST /echo HTTP/1.1", body: body))
    }

    private static func refused(_ name: String, _ section: String, _ why: String, _ chunks: String, _ status: Int = 400) -> Case {
        chunked(name, section, why, chunks, .refused(status))
    }

    private static func waits(_ name: String, _ chunks: String) -> Case {
        chunked(name, "RFC 9112 section 8", "a part must not be taken for the whole", chunks, .waits)
    }

    private static func chunked(_ name: String, _ section: String, _ why: String, _ chunks: String, _ expected: Expected) -> Case {
        Case("chunks: \(name)", section, why, "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", expected)
    }
}
