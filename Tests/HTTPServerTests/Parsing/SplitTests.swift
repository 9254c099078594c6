import Testing

@testable import HTTPServer

/// How bytes are cut on their way must not change what they mean.
@Suite struct SplitTests {
    static let texts: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET /v1/payments?limit=3 HTTP/1.1\r\nHost: a\r\nX-Request-Id: abc\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nT: r\r\n\r\n"
            + "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "BREW / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nA: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nbad\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "GET /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\nE: 5\r\n\r\n",
    ]

    /// Small, so that the last texts are over them.
    private let limits = HTTPLimits(requestLineBytes: 60, headerSectionBytes: 80, headerFields: 5)

    @Test("Byte by byte reads as at once", arguments: texts)
    func byteByByte(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(WireReader.read(bytes.indices.map { bytes[$0...$0] }, limits: limits) == WireReader.read([bytes[...]], limits: limits))
    }

    @Test("Any two parts read as at once", arguments: texts)
    func twoParts(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = WireReader.read([bytes[...]], limits: limits)
        #expect(!whole.isEmpty)
        for cut in 1..<bytes.count {
            #expect(WireReader.read([bytes[..<cut], bytes[cut...]], limits: limits) == whole, "cut at \(cut)")
        }
    }

    @Test("A head fed byte by byte costs no more than a few passes over it")
    func doesNotSearchAgain() {
        // 32 KiB searched anew for each byte would be half a billion steps, which a debug build would not do in a test's time.
        let head = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "b", count: 32_000))\r\n\r\n"
        let bytes = Array(head.utf8)
        #expect(WireReader.read(bytes.indices.map { bytes[$0...$0] }).count == 1)
    }

    @Test("What comes before the end of a head or body is no request yet")
    func incompleteIsNothing() {
        for text in Self.texts.prefix(2) {
            let bytes = Array(text.utf8)
            for end in 0..<bytes.count { #expect(WireReader.read([bytes[..<end]]) == []) }
        }
    }
}
