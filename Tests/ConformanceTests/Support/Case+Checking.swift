import Testing

extension Case {
    /// What is sent: the case's bytes, cut at these places, and the marker where the case leaves room for it. `isPipelined` puts all in one segment
    /// behind a good request.
    func segments(cutAt cuts: [Int] = [], isPipelined: Bool = false) -> [ArraySlice<UInt8>] {
        let marker = expected.ending == .waiting ? [] : Wire.marker
        if isPipelined { return [(Wire.leader + bytes + marker)[...]] }
        var segments: [ArraySlice<UInt8>] = []
        var start = 0
        for cut in cuts {
            segments.append(bytes[start..<cut])
            start = cut
        }
        segments.append((bytes[start...] + marker)[...])
        return segments
    }

    /// The answers to the case, and to the marker if it has one.
    func expect(_ stream: [UInt8]) {
        var wanted = expected.answers
        if expected.ending == .open { wanted.append(Answer(200, line: "GET /marker HTTP/1.1", body: "")) }
        do {
            let seen = try AnswerReader.read(Wire.text(stream), toHead: wanted.map(\.toHead)).filter { $0.status >= 200 }
            #expect(seen.map(\.status) == wanted.map(\.status), shown)
            for (answer, wanted) in zip(seen, wanted) { expect(answer, wanted) }
            expectEnding(seen)
        } catch {
            Issue.record(error, shown)
        }
    }

    private func expect(_ answer: SeenAnswer, _ wanted: Answer) {
        #expect(answer.framing == wanted.framing, shown)
        if let line = wanted.line {
            #expect(answer.line == line, shown)
            if let body = wanted.body { #expect(answer.body == body, shown) }
        } else if let body = wanted.body {
            #expect(answer.content == body, shown)
        }
    }

    /// `Connection: close` with the last answer and no other; HTTP/1.0 clients that may go on are told so.
    private func expectEnding(_ seen: [SeenAnswer]) {
        for answer in seen.dropLast() { #expect(answer.fields["connection"] != "close", shown) }
        #expect((seen.last?.fields["connection"] == "close") == (expected.ending == .closed), shown)
    }
}
