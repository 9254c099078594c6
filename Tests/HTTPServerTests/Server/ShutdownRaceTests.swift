import Crypto
import Reactor
import TestSupport
import Testing
import WireSupport

@testable import HTTPServer

/// Requests that meet the end of the server.
@Suite(.timeLimit(.minutes(1))) struct ShutdownRaceTests {
    private static let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Returns when the connections have been told.
    private static func waitForEnd(of test: TestServer) async throws {
        while !test.server.isDraining { try await test.clientLoop.sleep(for: .milliseconds(1)) }
    }

    private static func connect(_ test: TestServer, _ tls: TLSFixture?) async throws -> TestClient {
        if let tls { try await tls.connect(to: test) } else { try await test.connect() }
    }

    @Test("A request that is on its way to an idle connection is answered", arguments: [false, true], [false, true])
    func answersLateRequests(_ isTLS: Bool, rests: Bool) async throws {
        let tls = isTLS ? try TLSFixture() : nil
        try await TestServer.run(configure: { $0.tls = tls?.server }) { test in
            let client = try await Self.connect(test, tls)
            try await client.send(Self.request)
            #expect(try await client.receive()["connection"] == nil)
            while rests, test.server.restingCount == 0 { try await test.clientLoop.sleep(for: .milliseconds(5)) }
            async let end: Void = test.server.shutdown(within: TestClient.patience)
            try await Self.waitForEnd(of: test)
            try await client.send(Self.request)
            // On a machine that is very busy the tenth of a second may be over: then there is no answer at all, and no reset. Or the connection's loop has
            // not been told yet: then the answer does not say that it is the last.
            let text = try await client.receiveAll()
            #expect(text.isEmpty || (text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\nhello")))
            client.socket.close()
            await end
            #expect(test.events.failures == [])
        }
    }

    @Test("Requests that were sent ahead are all answered, and the last answer says that it is the last", arguments: [false, true])
    func answersPipelined(_ isTLS: Bool) async throws {
        let (started, finish) = (Gate(), Gate())
        var router = Router.forTests
        router.add(.get, "/slow") { _, _ in
            started.open()
            await finish.wait()
            return Response(body: .bytes(Array("slow".utf8)))
        }
        let tls = isTLS ? try TLSFixture() : nil
        try await TestServer.run(router, configure: { $0.tls = tls?.server }) { test in
            let client = try await Self.connect(test, tls)
            try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + Self.request)
            await started.wait()
            async let end: Void = test.server.shutdown(within: TestClient.patience)
            try await Self.waitForEnd(of: test)
            // In the kernel when the server takes up its work again.
            try await client.send(Self.request + Self.request)
            finish.open()
            for body in ["slow", "hello", "hello"] {
                let answer = try await client.receive()
                #expect(answer.body == body)
                #expect(answer["connection"] == nil)
            }
            let last = try await client.receive()
            #expect(last.body == "hello")
            #expect(last["connection"] == "close")
            #expect(try await client.receiveAll() == "")
            client.socket.close()
            await end
        }
    }

    @Test("What is sent after the end is not answered, and is no reason for a reset")
    func ignoresLaterRequests() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            try await client.send(Self.request)
            _ = try await client.receive()
            async let end: Void = test.server.shutdown(within: TestClient.patience)
            #expect(try await client.receiveAll() == "")
            try await client.send(Self.request)
            #expect(try await client.receiveAll() == "")
            client.socket.close()
            await end
            #expect(test.events.exchanges.count == 1)
        }
    }

    @Test("Peers that stall in the handshake do not hold up the end", arguments: ["", "\u{16}\u{3}\u{1}\u{1}"])
    func endsStalledHandshakes(_ part: String) async throws {
        let tls = try TLSFixture()
        try await TestServer.run {
            $0.tls = tls.server
            // Longer than the client waits for its end.
            $0.timeouts.header = .seconds(3600)
        } _: { test in
            let client = try await test.connect()
            try await client.send(part)
            while test.server.connectionCount == 0 { try await test.clientLoop.sleep(for: .milliseconds(1)) }
            async let end: Void = test.server.shutdown(within: .seconds(3600))
            // However the wait for it ends, the server shall not wait for the client.
            defer { client.socket.close() }
            _ = try await client.receiveAll()
            client.socket.close()
            await end
            #expect(test.events.failures == [])
        }
    }
}
