import HTTPServer
import Reactor
import TestSupport
import Testing
import WireSupport

/// How long a client may take.
@Suite struct TimeoutTests {
    private static let short = Duration.milliseconds(50)

    @Test("The defaults are the service's")
    func defaults() {
        let timeouts = HTTPTimeouts()
        #expect(timeouts.header == .seconds(10))
        #expect(timeouts.body == .seconds(30))
        #expect(timeouts.idle == .seconds(60))
        #expect(timeouts.write == .seconds(30))
        #expect(timeouts.linger == .seconds(2))
        #expect(timeouts.lingerBytes == 8 * 1024 * 1024)
    }

    @Test("A header section that does not come in time is a 408", arguments: ["", "G", "GET /hello HTTP/1.1\r\nHost: a\r\n"])
    func timesHeader(_ part: String) async throws {
        try await TestServer.run(configure: { $0.timeouts.header = Self.short }) { test in
            let client = try await test.connect()
            try await client.send(part)
            let answer = try await client.receive()
            #expect(answer.status == 408)
            #expect(answer["connection"] == "close")
            #expect(try await client.receiveAll() == "")
            #expect(test.events.exchanges.map(\.refusal) == [.headerTimedOut])
        }
    }

    @Test("Bytes that drip in do not stretch the time of a header section")
    func timesDrippingHeader() async throws {
        try await TestServer.run(configure: { $0.timeouts.header = .milliseconds(100) }) { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.1\r\nX: ")
            // A byte every ten milliseconds is never idle.
            while test.events.exchanges.isEmpty {
                try await client.send("x")
                try await test.clientLoop.sleep(for: .milliseconds(10))
            }
            #expect(try await client.receive().status == 408)
        }
    }

    /// On a machine that is busy a request may not be there within so short a time: then it is sent again.
    private func client(of test: TestServer, sending request: String) async throws -> TestClient {
        while true {
            let client = try await test.connect()
            try await client.send(request)
            if try await client.receive().status == 200 { return client }
        }
    }

    @Test("A later header section is timed from its first byte")
    func timesLaterHeader() async throws {
        try await TestServer.run(configure: { $0.timeouts.header = Self.short }) { test in
            let client = try await client(of: test, sending: "GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET")
            #expect(try await client.receive().status == 408)
        }
    }

    @Test("A body that does not come in time is a 408")
    func timesBody() async throws {
        try await TestServer.run(configure: { $0.timeouts.body = Self.short }) { test in
            let client = try await test.connect()
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
            let answer = try await client.receive()
            #expect(answer.status == 408)
            #expect(answer["connection"] == "close")
            #expect(test.events.exchanges.map(\.refusal) == [.bodyTimedOut])
        }
    }

    @Test("An idle connection closes without a word")
    func timesIdle() async throws {
        try await TestServer.run(configure: { $0.timeouts.idle = Self.short }) { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().status == 200)
            #expect(try await client.receiveAll() == "")
            #expect(test.events.failures.isEmpty)
        }
    }

    @Test("No time runs while a handler works")
    func doesNotTimeHandler() async throws {
        let gate = Gate()
        var router = Router.forTests
        router.add(.get, "/slow") { _, _ in
            await gate.wait()
            return Response(body: .bytes(Array("slow".utf8)))
        }
        try await TestServer.run(router) {
            $0.timeouts.header = Self.short
            $0.timeouts.body = Self.short
            $0.timeouts.idle = Self.short
        } _: { test in
            let pipelined = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
            let slow = try await client(of: test, sending: pipelined)
            // Another connection lives through these times, one after the other.
            let other = try await client(of: test, sending: "GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET")
            #expect(try await other.receive().status == 408)
            let idle = try await client(of: test, sending: "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await idle.receiveAll() == "")
            gate.open()
            #expect(try await slow.receive().body == "slow")
        }
    }

    @Test("A client that reads nothing of a large answer is given up")
    func timesWrites() async throws {
        var router = Router()
        router.add(.get, "/large") { _, _ in Response(body: .bytes([UInt8](repeating: 0x78, count: 64 * 1024 * 1024))) }
        try await TestServer.run(router, configure: { $0.timeouts.write = Self.short }) { test in
            let client = try await test.connect()
            try await client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            await test.events.wait { events in
                events.contains { if case .connectionFailed(_, .writeTimedOut) = $0 { true } else { false } }
            }
            client.socket.close()
        }
    }
}
