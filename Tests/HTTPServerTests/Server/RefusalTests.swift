import HTTPServer
import Reactor
import Testing
import WireSupport

/// Refusals over real sockets: the client sees the answer, and the connection ends in stages.
@Suite struct RefusalTests {
    static let refused: [(request: String, status: Int)] = [
        ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n", 413),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n100001\r\n", 413),
        ("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", 404),
        ("POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", 405),
        ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\n", 414),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: magic\r\n\r\n", 417),
        ("GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 33_000))\r\n", 431),
        ("GET /hello HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 101))", 431),
        ("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ]

    @Test("A refusal says close, ends its stream and is seen by a client that goes on sending", arguments: refused)
    func refuses(_ request: String, _ status: Int) async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send(request)
            let answer = try await client.receive()
            #expect(answer.status == status)
            #expect(answer["connection"] == "close")
            #expect(answer["x-request-id"] != nil)
            #expect(try await client.receiveAll() == "")
            try await client.send(String(repeating: "x", count: 100_000))
        }
    }

    @Test("A client that sends four megabytes to a 413 before it reads still reads the answer")
    func lingers() async throws {
        // Much for a busy machine in the two seconds of the default.
        try await TestServer.run(configure: { $0.timeouts.linger = TestClient.patience }) { test in
            let client = try await test.connect()
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n")
            try await client.send(String(repeating: "x", count: 4 * 1024 * 1024))
            #expect(try await client.receive().status == 413)
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("A client that never stops sending is cut off")
    func lingersWithinBytes() async throws {
        try await TestServer.run(configure: { $0.timeouts.lingerBytes = 100_000 }) { test in
            let client = try await test.connect()
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n")
            await #expect(throws: SocketError.reset) {
                while true { try await client.send(String(repeating: "x", count: 100_000)) }
            }
        }
    }

    @Test("A client that neither sends nor closes is cut off")
    func lingersWithinTime() async throws {
        try await TestServer.run(configure: { $0.timeouts.linger = .milliseconds(50) }) { test in
            let client = try await test.connect()
            try await client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try await client.receive().status == 400)
            #expect(try await client.receiveAll() == "")
            await #expect(throws: SocketError.reset) {
                while true { try await client.send("x") }
            }
        }
    }

    @Test("Without a body to leave unread, a refusal by route keeps the connection", arguments: ["", "Content-Length: 0\r\n"])
    func keepsConnection(_ field: String) async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("POST /nowhere HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
            let missing = try await client.receive()
            #expect(missing.status == 404)
            #expect(missing["connection"] == nil)
            try await client.send("POST /hello HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
            let wrong = try await client.receive()
            #expect(wrong.status == 405)
            #expect(wrong["allow"] == "GET, HEAD")
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().status == 200)
        }
    }

    @Test("Only a route that needs a body refuses a POST without a length")
    func requiresLength() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send("POST /required HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().status == 411)
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().status == 200)
            try await client.send("POST /required HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            #expect(try await client.receive().body == "0")
            try await client.send("POST /required HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
            #expect(try await client.receive().body == "1")
        }
    }

    @Test("The client's id is in a refusal too, where it came before what was wrong")
    func keepsRequestID() async throws {
        try await TestServer.run { test in
            for request in [
                "POST /echo HTTP/1.1\r\nHost: a\r\nx-request-id: mine\r\nContent-Length: 9999999\r\n\r\n",
                "BREW /pot HTTP/1.1\r\nHost: a\r\nx-request-id: mine\r\n\r\n",
                "GET / HTTP/1.1\r\nx-request-id: mine\r\nBad Name: a\r\n\r\n",
            ] {
                let answer = try await test.exchange(request)
                #expect(answer.contains("\r\nx-request-id: mine\r\n"))
            }
        }
    }

    @Test("The program makes the text of a refusal")
    func asksForRefusal() async throws {
        let problem: @Sendable (Refusal, RequestHead?) -> Response = { refusal, head in
            Response(
                status: refusal.status, headers: ["Content-Type": "application/problem+json"],
                body: .bytes(Array("\(refusal.requestID) \(head?.path ?? "-")".utf8)))
        }
        try await TestServer.run(refusal: problem) { test in
            let missing = try await test.exchange("GET /nowhere HTTP/1.1\r\nHost: a\r\nx-request-id: b\r\n\r\n")
            #expect(missing.hasSuffix("\r\n\r\nb /nowhere"))
            #expect(missing.contains("Content-Type: application/problem+json\r\n"))
            #expect(try await test.exchange("GET\r\n\r\n").hasSuffix(" -"))
        }
    }
}
