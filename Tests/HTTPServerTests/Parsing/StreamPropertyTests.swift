import TestSupport
import Testing

@testable import HTTPServer

/// Any stream of bytes, any cuts: streams made at random, the same way in every run, most of them of requests that are nearly right.
@Suite struct StreamPropertyTests {
    private static let limits = HTTPLimits(
        requestLineBytes: 60, headerSectionBytes: 120, headerFields: 5, bodyBytes: 40, chunkExtensionBytes: 12, trailerSectionBytes: 24)

    @Test("A stream reads the same however it is cut", arguments: Soak.seeds(8))
    func readsTheSame(_ seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let stream = RandomStream.bytes(&dice)
            let whole = WireReader.read([stream[...]], limits: Self.limits)
            #expect(WireReader.read(stream.indices.map { stream[$0...$0] }, limits: Self.limits) == whole, "\(shown(stream)) byte by byte")
            for _ in 0..<4 {
                let cuts = (0..<Int.random(in: 1...8, using: &dice)).map { _ in Int.random(in: 0...stream.count, using: &dice) }.sorted()
                let pieces = zip([0] + cuts, cuts + [stream.count]).map { stream[$0..<$1] }
                #expect(WireReader.read(pieces, limits: Self.limits) == whole, "\(shown(stream)) cut at \(cuts)")
            }
        }
    }

    @Test("What is read of a stream's beginning is what is read of it in the end", arguments: Soak.seeds(8))
    func changesNothingLater(_ seed: UInt64) {
        var dice = SeededRandom(seed: seed ^ 0xFFFF)
        for _ in 0..<40 {
            let stream = RandomStream.bytes(&dice)
            let whole = WireReader.read([stream[...]], limits: Self.limits)
            for end in stream.indices {
                let part = WireReader.read([stream[..<end]], limits: Self.limits)
                #expect(whole.starts(with: part), "\(shown(stream)) up to \(end)")
            }
        }
    }

    @Test("The streams are worth it: requests are read and refused, one behind the other, for many reasons")
    func streamsAreVaried() {
        var dice = SeededRandom(seed: 1)
        var reasons: Set<Refusal.Reason> = []
        var bodies = 0
        var pipelined = 0
        for _ in 0..<1000 {
            let items = WireReader.read([RandomStream.bytes(&dice)[...]], limits: Self.limits)
            let requests = items.filter { if case .request = $0 { true } else { false } }.count
            bodies += items.filter { if case .request(_, _, let body) = $0 { !body.isEmpty } else { false } }.count
            pipelined += requests > 1 ? 1 : 0
            for case .refused(let reason) in items { reasons.insert(reason) }
        }
        #expect(bodies >= 200)
        #expect(pipelined >= 200)
        #expect(reasons.count >= 20)
    }

    private func shown(_ stream: [UInt8]) -> String { String(reflecting: String(decoding: stream, as: UTF8.self)) }
}

/// Requests behind each other as a client might send them, with a mistake here and there, and sometimes bytes that are nothing.
private enum RandomStream {
    static func bytes(_ dice: inout SeededRandom) -> [UInt8] {
        (0..<Int.random(in: 1...4, using: &dice)).flatMap { _ in
            rarely(12, &dice) ? noise(&dice) : Array(message(&dice).utf8)
        }
    }

    private static func rarely(_ one: Int, _ dice: inout SeededRandom) -> Bool { Int.random(in: 0..<one, using: &dice) == 0 }

    private static func pick(_ right: [String], _ wrong: [String], _ dice: inout SeededRandom) -> String {
        (rarely(25, &dice) ? wrong : right).randomElement(using: &dice) ?? ""
    }

    private static func end(_ dice: inout SeededRandom) -> String { rarely(80, &dice) ? pick(["\n", "\r", "\r\r\n"], ["\n\r"], &dice) : "\r\n" }

    private static func noise(_ dice: inout SeededRandom) -> [UInt8] {
        (0..<Int.random(in: 1...30, using: &dice)).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
    }

    private static func text(_ lengths: ClosedRange<Int>, _ dice: inout SeededRandom) -> String {
        let letters = Array("ab01 \r\n;:=\"G")
        return String((0..<Int.random(in: lengths, using: &dice)).compactMap { _ in letters.randomElement(using: &dice) })
    }

    private static func message(_ dice: inout SeededRandom) -> String {
        let method = pick(["GET", "POST", "PUT", "HEAD", "OPTIONS"], ["get", "BREW", "CONNECT", "", "PO ST"], &dice)
        let target = pick(
            ["/", "/v1/payments?limit=3", "/a%20b", "http://a/x", "/%C3%A9"],
            ["*", "a", "/%zz", "/%ff", "/#", "/" + String(repeating: "x", count: 60)], &dice)
        let version = pick(["HTTP/1.1"], ["HTTP/1.0", "HTTP/2.0", "http/1.1", "HTTP/1.9", "HTTP/1.11"], &dice)
        var text = rarely(10, &dice) ? "\r\n" : ""
        text += "\(method) \(target) \(version)" + end(&dice)
        if !rarely(40, &dice) { text += pick(["Host: a", "host:a:80", "HOST: [::1]"], ["Host: ", "Host: a/b", "Host : a"], &dice) + end(&dice) }
        for _ in 0..<Int.random(in: 0...2, using: &dice) {
            text +=
                pick(
                    ["A: b", "X-Request-Id: r1", "Connection: close", "Expect: 100-continue", "Empty:"],
                    ["A", " folded", ": a", "A: \u{1}", "Expect: x", "Host: b", "X: " + String(repeating: "y", count: 120)], &dice) + end(&dice)
        }
        return text + content(&dice)
    }

    /// What says how long the body is, the end of the head, and the body.
    private static func content(_ dice: inout SeededRandom) -> String {
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: return end(&dice)
        case 1:
            let body = text(0...(rarely(20, &dice) ? 60 : 20), &dice)
            let length = pick(["\(body.utf8.count)"], ["+1", "1, 1", "", "99999999999999999999", "\(body.utf8.count)\r\nContent-Length: 1"], &dice)
            return "Content-Length: \(length)" + end(&dice) + end(&dice) + body
        default:
            let coding = pick(["chunked", "Chunked"], ["gzip, chunked", "chunked, chunked", "chunked\r\nContent-Length: 2", "xchunked"], &dice)
            let chunks = (0..<Int.random(in: 0...3, using: &dice)).map { _ in chunk(&dice) }.joined()
            let trailer =
                rarely(3, &dice) ? pick(["T: r", "T:"], ["T", " T: r", "T: " + String(repeating: "r", count: 30)], &dice) + end(&dice) : ""
            return "Transfer-Encoding: \(coding)" + end(&dice) + end(&dice) + chunks + "0" + end(&dice) + trailer + end(&dice)
        }
    }

    private static func chunk(_ dice: inout SeededRandom) -> String {
        let data = text(1...(rarely(20, &dice) ? 50 : 12), &dice)
        let hex = String(data.utf8.count, radix: 16)
        let size = pick([hex, "0" + hex, hex.uppercased()], ["+" + hex, "0x" + hex, " " + hex, hex + " ", "fffffffffffffffff", ""], &dice)
        let extra = rarely(4, &dice) ? pick([";a=b", ";"], [";a\nb", ";" + String(repeating: "e", count: 14)], &dice) : ""
        return size + extra + end(&dice) + data + end(&dice)
    }
}
