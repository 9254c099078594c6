import Testing

@testable import HTTPServer

/// How long a body is (RFC 9112 section 6): everything that could be read in two ways is refused, for that is how requests are smuggled.
@Suite struct FramingTests {
    static let wrong: [(fields: String, reason: Refusal.Reason, why: String)] = [
        ("Content-Length: 5\nTransfer-Encoding: chunked", .bothLengthAndTransferEncoding, "CL.TE"),
        ("Transfer-Encoding: chunked\nContent-Length: 5", .bothLengthAndTransferEncoding, "TE.CL"),
        ("Transfer-Encoding: chunked\nContent-Length: 0", .bothLengthAndTransferEncoding, "also a length of nothing"),
        ("Content-Length: 5\nContent-Length: 6", .repeatedContentLength, "two lengths that differ"),
        ("Content-Length: 5\nContent-Length: 5", .repeatedContentLength, "two lengths that agree"),
        ("Content-Length: 5, 5", .invalidContentLength, "a list of lengths"),
        ("Content-Length: +5", .invalidContentLength, "a sign"),
        ("Content-Length: -1", .invalidContentLength, "below zero"),
        ("Content-Length: 0x5", .invalidContentLength, "hexadecimal"),
        ("Content-Length: 5 5", .invalidContentLength, "a space inside"),
        ("Content-Length: 5.0", .invalidContentLength, "a fraction"),
        ("Content-Length: 1e3", .invalidContentLength, "an exponent"),
        ("Content-Length: ٥", .invalidContentLength, "a digit of another script"),
        ("Content-Length:", .invalidContentLength, "nothing"),
        ("Content-Length: 9223372036854775808", .invalidContentLength, "one more than 63 bits hold"),
        ("Content-Length: 18446744073709551621", .invalidContentLength, "5 to a parser that wraps at 64 bits"),
        ("Content-Length: 1048577", .bodyTooLarge, "one byte over the limit, refused before it is read"),
        ("Content-Length: 9223372036854775807", .bodyTooLarge, "the largest number that fits"),
        ("Transfer-Encoding: gzip", .unknownTransferCoding, "a coding that is not implemented"),
        ("Transfer-Encoding: gzip, chunked", .unknownTransferCoding, "a coding that is not implemented, properly framed"),
        ("Transfer-Encoding: identity", .unknownTransferCoding, "not a coding any more"),
        ("Transfer-Encoding: xchunked", .unknownTransferCoding, "not chunked to us, chunked to a parser that searches"),
        ("Transfer-Encoding: chunked, gzip", .malformedTransferEncoding, "chunked is not last"),
        ("Transfer-Encoding: chunked, chunked", .malformedTransferEncoding, "chunked twice"),
        ("Transfer-Encoding: chunked\nTransfer-Encoding: chunked", .malformedTransferEncoding, "chunked twice, on two lines"),
        ("Transfer-Encoding: chunked\nTransfer-Encoding: identity", .malformedTransferEncoding, "chunked is not last, on two lines"),
        ("Transfer-Encoding: chunked,", .malformedTransferEncoding, "an empty element"),
        ("Transfer-Encoding: , chunked", .malformedTransferEncoding, "an empty element"),
        ("Transfer-Encoding:", .malformedTransferEncoding, "nothing"),
        ("Transfer-Encoding: chunked;a=b", .malformedTransferEncoding, "chunked has no parameters"),
        ("Transfer-Encoding: \"chunked\"", .malformedTransferEncoding, "a string is not a coding"),
        ("Transfer-Encoding: chun\u{b}ked", .controlCharacterInHeaderField, "a vertical tab, which some drop"),
        ("Transfer-Encoding : chunked", .malformedHeaderField, "white space before the colon"),
    ]

    @Test("Whatever could be read in two ways is refused", arguments: wrong)
    func refusesFraming(_ fields: String, _ reason: Refusal.Reason, _ why: String) {
        let head = "POST / HTTP/1.1\nHost: a\n\(fields)\n\n".replacing("\n", with: "\r\n")
        #expect(WireReader.read(head + "0\r\n\r\n") == [.refused(reason)], "\(why)")
    }

    @Test("HTTP/1.0 has no transfer codings")
    func refusesCodingInHTTP10() {
        let text = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(WireReader.read(text) == [.refused(.transferEncodingInHTTP10)])
    }

    @Test("A counted body ends with its last byte, and the next request begins there")
    func readsCountedBody() {
        let text =
            "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 005\r\n\r\nhelloPOST /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(
            WireReader.read(text) == [
                .request(line: "POST /1 HTTP/1.1", fields: ["Host: a", "Content-Length: 005"], body: "hello"),
                .request(line: "POST /2 HTTP/1.1", fields: ["Host: a"], body: ""),
                .request(line: "GET /3 HTTP/1.1", fields: ["Host: a"], body: ""),
            ])
    }

    @Test("A body of exactly the limit passes")
    func takesBodyAtLimit() {
        let limits = HTTPLimits(bodyBytes: 8)
        let head = "POST / HTTP/1.1\r\nHost: a\r\n"
        #expect(
            WireReader.read(head + "Content-Length: 8\r\n\r\n12345678", limits: limits)
                == [.request(line: "POST / HTTP/1.1", fields: ["Host: a", "Content-Length: 8"], body: "12345678")])
        #expect(WireReader.read(head + "Content-Length: 9\r\n\r\n", limits: limits) == [.refused(.bodyTooLarge)])
    }
}
