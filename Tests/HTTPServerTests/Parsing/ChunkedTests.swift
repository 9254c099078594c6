import Testing

@testable import HTTPServer

/// The chunked coding (RFC 9112 section 7.1).
@Suite struct ChunkedTests {
    private func read(_ chunks: String, limits: HTTPLimits = HTTPLimits()) -> [WireReader.Item] {
        WireReader.read("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", limits: limits)
    }

    private func body(_ text: String) -> [WireReader.Item] {
        [.request(line: "POST / HTTP/1.1", fields: ["Host: a", "Transfer-Encoding: chunked"], body: text)]
    }

    static let right: [(chunks: String, body: String, why: String)] = [
        ("0\r\n\r\n", "", "no data"),
        ("5\r\nhello\r\n0\r\n\r\n", "hello", "one chunk"),
        ("1\r\na\r\nA\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "a01234567890123456789", "hex digits of either case"),
        ("2\r\n\r\n\r\n000\r\n\r\n", "\r\n", "data that looks like framing; a zero of three digits"),
        ("005\r\nhello\r\n0\r\n\r\n", "hello", "leading zeros"),
        ("0000000000000005\r\nhello\r\n0000000000000000\r\n\r\n", "hello", "as many zeros as 64 bits have room for"),
        ("5;a=b\r\nhello\r\n0;c=\"d;\te\"\r\n\r\n", "hello", "extensions are skipped"),
        ("5;\r\nhello\r\n0\r\n\r\n", "hello", "an empty extension"),
        ("5\r\nhello\r\n0\r\nX-Sum: 1\r\nHost: b\r\nEmpty:\r\n\r\n", "hello", "trailers are dropped"),
    ]

    @Test("A body comes out of its chunks", arguments: right)
    func readsBody(_ chunks: String, _ expected: String, _ why: String) {
        #expect(read(chunks) == body(expected), "\(why)")
    }

    static let wrong: [(chunks: String, reason: Refusal.Reason, why: String)] = [
        ("\r\n", .malformedChunk, "no size"),
        ("+5\r\nhello\r\n", .malformedChunk, "a sign"),
        ("-5\r\nhello\r\n", .malformedChunk, "below zero"),
        ("0x5\r\nhello\r\n", .malformedChunk, "a prefix that C's strtol takes"),
        (" 5\r\nhello\r\n", .malformedChunk, "white space before the size"),
        ("5 \r\nhello\r\n", .malformedChunk, "white space after the size"),
        ("5 ;a\r\nhello\r\n", .malformedChunk, "white space before an extension"),
        ("5\t\r\nhello\r\n", .malformedChunk, "a tab"),
        ("5_0\r\nhello\r\n", .malformedChunk, "a digit separator"),
        ("g\r\n", .malformedChunk, "not a hex digit"),
        (";a\r\n", .malformedChunk, "an extension without a size"),
        ("5\nhello\r\n", .malformedChunk, "a bare LF after the size"),
        ("5\rhello\r\n", .malformedChunk, "a bare CR after the size"),
        ("5;a\nhello\r\n", .malformedChunk, "a bare LF in an extension: some end the line there, some do not"),
        ("5;a\rb\r\nhello\r\n", .malformedChunk, "a bare CR in an extension"),
        ("5;\u{0}\r\nhello\r\n", .malformedChunk, "NUL in an extension"),
        ("5\r\nhelloX0\r\n", .malformedChunk, "data that is longer than its size"),
        ("5\r\nhello\n0\r\n", .malformedChunk, "a bare LF after the data"),
        ("5\r\nhello\r0\r\n", .malformedChunk, "a bare CR after the data"),
        ("8000000000000000\r\n", .malformedChunk, "a size that does not fit into 63 bits"),
        ("10000000000000005\r\n", .malformedChunk, "a size that is 5 when it wraps at 64 bits"),
        ("FFFFFFFFFFFFFFFFFF\r\n", .malformedChunk, "a size far too long"),
        ("00000000000000005\r\n", .malformedChunk, "more digits than 64 bits have"),
        ("7FFFFFFFFFFFFFFF\r\n", .bodyTooLarge, "the largest size that fits"),
        ("100001\r\n", .bodyTooLarge, "a byte over the limit, refused before the data"),
        ("0\r\nbad trailer\r\n\r\n", .malformedTrailer, "no colon"),
        ("0\r\n folded: a\r\n\r\n", .malformedTrailer, "a folded trailer"),
        ("0\r\n: a\r\n\r\n", .malformedTrailer, "no name"),
        ("0\r\nA: b\nC: d\r\n\r\n", .malformedTrailer, "a bare LF"),
        ("0\r\nA: b\rC: d\r\n\r\n", .malformedTrailer, "a bare CR"),
        ("0\r\nA: \u{0}\r\n\r\n", .malformedTrailer, "NUL"),
        ("0\r\n\rX", .malformedTrailer, "the last line does not end"),
    ]

    @Test("A chunk that is not as the grammar has it is refused", arguments: wrong)
    func refusesChunks(_ chunks: String, _ reason: Refusal.Reason, _ why: String) {
        #expect(read(chunks) == [.refused(reason)], "\(why)")
    }

    @Test("The limit counts the data of all chunks, and strikes at the size that passes it")
    func limitsSum() {
        let limits = HTTPLimits(bodyBytes: 10)
        #expect(read("5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n", limits: limits) == body("helloworld"))
        #expect(read("5\r\nhello\r\n6\r\n", limits: limits) == [.refused(.bodyTooLarge)])
        #expect(read("4\r\nhell\r\n4\r\no wo\r\n4\r\n", limits: limits) == [.refused(.bodyTooLarge)])
    }

    @Test("Extensions are bounded over all chunks of a body")
    func limitsExtensions() {
        let limits = HTTPLimits(chunkExtensionBytes: 8)
        #expect(read("1;abcd\r\nx\r\n1;abcd\r\ny\r\n0\r\n\r\n", limits: limits) == body("xy"))
        #expect(read("1;abcd\r\nx\r\n1;abcde", limits: limits) == [.refused(.chunkExtensionsTooLong)])
    }

    @Test("Trailers are bounded in bytes and in lines")
    func limitsTrailers() {
        #expect(read("0\r\nA: b\r\n\r\n", limits: HTTPLimits(trailerSectionBytes: 8)) == body(""))
        #expect(read("0\r\nA: bc\r\n\r\n", limits: HTTPLimits(trailerSectionBytes: 8)) == [.refused(.trailersTooLarge)])
        #expect(read("0\r\nA: b\r\nC: d\r\n\r\n", limits: HTTPLimits(headerFields: 2)) == body(""))
        #expect(read("0\r\nA: b\r\nC: d\r\nE: f\r\n\r\n", limits: HTTPLimits(headerFields: 2)) == [.refused(.trailersTooLarge)])
    }
}
