import HTTPServer
import Reactor
import Testing

/// Clients that wait, stall and leave: RFC 9110 sections 10.1.1 and 15.5.9, RFC 9112 sections 8, 9.5 and 9.6.
@Suite struct PeerTests {
    struct Waiting: Sendable, CustomTestStringConvertible {
        let name: String
        let head: String
        /// What comes before the client sends its body.
        let first: String
        let isAsked: Bool

        var testDescription: String { name }
    }

    static let waiting = [
        Waiting(
            name: "told to go on", head: "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
            first: "HTTP/1.1 100 Continue\r\n\r\n", isAsked: true),
        Waiting(
            name: "told to go on with chunks", head: "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n",
            first: "HTTP/1.1 100 Continue\r\n\r\n", isAsked: true),
        Waiting(
            name: "not admitted", head: "POST /refused HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
            first: "HTTP/1.1 401", isAsked: false),
        Waiting(
            name: "no such route", head: "POST //x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", first: "HTTP/1.1 404",
            isAsked: false),
        Waiting(
            name: "wrong method", head: "POST /only-get HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
            first: "HTTP/1.1 405", isAsked: false),
        Waiting(
            name: "too large", head: "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999\r\n\r\n", first: "HTTP/1.1 413",
            isAsked: false),
        Waiting(
            name: "unknown expectation", head: "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 5\r\n\r\n", first: "HTTP/1.1 417",
            isAsked: false),
    ]

    @Test("A client that waits for 100 (Continue) gets it, or the final answer and no 100", arguments: waiting)
    func answersWaiting(_ one: Waiting) async throws {
        try await InProcess.run { server in
            let client = try server.connect()
            try await client.send(Wire.bytes(one.head))
            if one.isAsked {
                #expect(try await client.receive(until: "\r\n\r\n") == one.first)
                try await client.send(Wire.bytes(one.head.contains("chunked") ? "5\r\nhello\r\n0\r\n\r\n" : "hello"))
                #expect(try await Wire.text(client.finish()).hasSuffix("\n\nhello"))
            } else {
                let answer = try await client.receiveAll()
                #expect(answer.hasPrefix(one.first))
                #expect(answer.contains("\r\nConnection: close\r\n"))
                #expect(!answer.contains("100 Continue"))
            }
        }
    }

    @Test("An HTTP/1.0 client that waits is not told to go on")
    func sparesOldClients() async throws {
        try await InProcess.run { server in
            let client = try server.connect()
            try await client.send(Wire.bytes("POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"))
            try await client.waitUntilTaken()
            try await client.send(Wire.bytes("hello"))
            #expect(try await client.finish().starts(with: Wire.bytes("HTTP/1.1 200")))
        }
    }

    /// What was sent when the client fell silent, and how it is told that its time is over; nothing where it had not begun.
    static let silences: [(sent: String, answer: String)] = [
        ("", ""),
        ("G", "HTTP/1.1 408"),
        ("\r\n", "HTTP/1.1 408"),
        ("GET /echo HTTP/1.1\r\nHost: a\r\n", "HTTP/1.1 408"),
        ("GET /echo HTTP/1.1\r\nHost: a\r\n\r", "HTTP/1.1 408"),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell", "HTTP/1.1 408"),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n", "HTTP/1.1 408"),
    ]

    @Test("A client that falls silent is told so when its time is over, and the connection ends", arguments: silences)
    func timesOut(_ sent: String, _ answer: String) async throws {
        try await InProcess.run(configure: shortTimes) { server in
            let client = try server.connect()
            try await client.send(Wire.bytes(sent))
            let text = try await client.receiveAll()
            #expect(text.hasPrefix(answer))
            #expect(answer.isEmpty ? text.isEmpty || text.hasPrefix("HTTP/1.1 408") : text.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test("A byte now and then does not buy time")
    func limitsDripping() async throws {
        try await InProcess.run(configure: shortTimes) { server in
            let client = try server.connect()
            try await client.send(Wire.bytes("GET /"))
            for _ in 1...30 {
                try await client.send(Wire.bytes("a"))
                try await server.loop.sleep(for: .milliseconds(4))
            }
            let text = try await client.receiveAll()
            #expect(text.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test("An idle connection ends without a word, so that no answer is taken for that of the next request")
    func endsIdleConnections() async throws {
        try await InProcess.run(configure: shortTimes) { server in
            let client = try server.connect()
            try await client.send(Wire.marker)
            let answers = try AnswerReader.read(try await client.receiveAll(), toHead: [])
            #expect(answers.map(\.status) == [200])
        }
    }

    @Test("A client that ends its side behind its request is answered all the same")
    func answersHalfClosed() async throws {
        try await InProcess.run { server in
            let text = Wire.text(try await server.exchange([Wire.leader[...]]))
            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(text.hasSuffix("\n\nlead"))
        }
    }

    private static let short = Duration.milliseconds(60)

    private let shortTimes: @Sendable (inout HTTPServerConfiguration) -> Void = { configuration in
        configuration.timeouts.header = short
        configuration.timeouts.body = short
        configuration.timeouts.idle = short
    }
}
