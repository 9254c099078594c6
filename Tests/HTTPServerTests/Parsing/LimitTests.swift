import Testing

@testable import HTTPServer

/// Limits of the head: what is as large as allowed passes, a byte more does not, whether it comes whole or never ends.
@Suite struct LimitTests {
    private let request = [WireReader.Item.request(line: "GET /aaaaaaaaaaaaa HTTP/1.1", fields: ["Host: a"], body: "")]
    private let line = "GET /aaaaaaaaaaaaa HTTP/1.1"

    @Test("The request line may have 8 KiB")
    func limitsRequestLine() {
        let path = "/" + String(repeating: "a", count: 8 * 1024 - 14)
        #expect(WireReader.read("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n").count == 1)
        #expect(WireReader.read("GET \(path)a HTTP/1.1\r\nHost: a\r\n\r\n") == [.refused(.requestLineTooLong)])
        #expect(Refusal.Reason.requestLineTooLong.status.code == 414)
    }

    @Test("A request line without an end is refused when it must be too long, not before")
    func limitsEndlessRequestLine() {
        let limits = HTTPLimits(requestLineBytes: line.utf8.count)
        #expect(WireReader.read(line + "\r\nHost: a\r\n\r\n", limits: limits) == request)
        #expect(WireReader.read(line + "\r", limits: limits) == [])
        #expect(WireReader.read(line + "aa", limits: limits) == [.refused(.requestLineTooLong)])
        #expect(WireReader.read(line + "a\r\n", limits: limits) == [.refused(.requestLineTooLong)])
    }

    @Test("The header section may have 32 KiB with its empty line")
    func limitsHeaderSection() {
        let filler = String(repeating: "b", count: 32 * 1024 - "Host: a\r\nX: \r\n\r\n".utf8.count)
        #expect(WireReader.read("GET / HTTP/1.1\r\nHost: a\r\nX: \(filler)\r\n\r\n").first != .refused(.headerSectionTooLarge))
        #expect(WireReader.read("GET / HTTP/1.1\r\nHost: a\r\nX: \(filler)b\r\n\r\n") == [.refused(.headerSectionTooLarge)])
        #expect(WireReader.read("GET / HTTP/1.1\r\nHost: a\r\nX: \(filler)bbbb") == [.refused(.headerSectionTooLarge)])
        #expect(Refusal.Reason.headerSectionTooLarge.status.code == 431)
    }

    @Test("There may be a hundred fields")
    func limitsFieldCount() {
        let hundred = "Host: a\r\n" + (1..<100).map { "X-\($0): \($0)\r\n" }.joined()
        #expect(WireReader.read("GET / HTTP/1.1\r\n\(hundred)\r\n").first != .refused(.tooManyHeaderFields))
        #expect(WireReader.read("GET / HTTP/1.1\r\n\(hundred)X: y\r\n\r\n") == [.refused(.tooManyHeaderFields)])
        #expect(Refusal.Reason.tooManyHeaderFields.status.code == 431)
    }

    @Test("The default limits are the service's")
    func defaults() {
        let limits = HTTPLimits()
        #expect(limits.requestLineBytes == 8192)
        #expect(limits.headerSectionBytes == 32768)
        #expect(limits.headerFields == 100)
        #expect(limits.bodyBytes == 1_048_576)
    }
}
