import Crypto
import HTTPServer
import Reactor
import Secrets
import TestSupport
import Testing
import WireSupport

/// HTTP over TLS, on real sockets.
@Suite struct TLSTests {
    /// Says what the handler sees of the connection.
    private static let router: Router = {
        var router = Router.forTests
        router.add(.get, "/facts") { request, _ in
            let facts = "tls \(request.head.isTLS), verified \(request.head.clientCertificateVerified)"
            return Response(body: .bytes(Array(facts.utf8)))
        }
        router.add(.get, "/stream") { _, _ in
            Response(
                body: .stream { writer in
                    for _ in 1...3 { try await writer.write(Array("piece".utf8)) }
                })
        }
        return router
    }()

    private static let facts = "GET /facts HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("TLS 1.2 and 1.3 are spoken, with ALPN, and HSTS is sent", arguments: [TLSVersion.tls12, .tls13])
    func speaks(_ version: TLSVersion) async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            let client = try await tls.connect(to: test, versions: version...version)
            #expect(client.session?.version == version)
            #expect(client.session?.applicationProtocol == "http/1.1")
            for _ in 1...2 {
                try await client.send(Self.facts)
                let answer = try await client.receive()
                #expect(answer.body == "tls true, verified false")
                #expect(answer["strict-transport-security"] == "max-age=31536000")
                #expect(answer["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test("Requests sent ahead, large bodies and streams come through as in the clear")
    func carriesEverything() async throws {
        let tls = try TLSFixture()
        let body = String(repeating: "0123456789abcdef", count: 64 * 1024)
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            let client = try await tls.connect(to: test)
            try await client.send(
                Self.facts + "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            #expect(try await client.receive().status == 200)
            #expect(try await client.receive().body == "piecepiecepiece")
            try await client.send(body)
            #expect(try await client.receive().body == body)
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await client.receive().body == "hello")
            #expect(try await client.receiveAll() == "", "ends with close_notify")
        }
    }

    @Test("A client that sends four megabytes to a 413 before it reads still reads the answer")
    func lingers() async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router) {
            $0.tls = tls.server
            // Much for a busy machine in the two seconds of the default.
            $0.timeouts.linger = TestClient.patience
        } _: { test in
            let client = try await tls.connect(to: test)
            try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4194304\r\n\r\n")
            for _ in 1...4 { try await client.send(String(repeating: "x", count: 1024 * 1024)) }
            #expect(try await client.receive().status == 413)
            #expect(try await client.receiveAll() == "")
        }
    }

    @Test("A client that speaks only another protocol is refused in the handshake")
    func refusesOtherProtocols() async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            await #expect(throws: TLSError.self) { try await tls.connect(to: test, protocols: ["h2"]) }
            await test.events.wait { !$0.isEmpty }
            guard case .tls = test.events.failures.first else {
                Issue.record("not a failure of TLS: \(test.events.all)")
                return
            }
        }
    }

    @Test("A session is resumed", arguments: [TLSVersion.tls12, .tls13])
    func resumes(_ version: TLSVersion) async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            let first = try await tls.connect(to: test, versions: version...version)
            try await first.send(Self.facts)
            #expect(try await first.receive().status == 200)
            #expect(first.session?.isResumed == false)
            let second = try await tls.connect(to: test, versions: version...version, resuming: first.session?.resumption)
            #expect(second.session?.isResumed == true)
            try await second.send(Self.facts)
            #expect(try await second.receive().status == 200)
        }
    }

    @Test("A client's certificate is asked for, and the handler knows whether a good one was shown")
    func verifiesClients() async throws {
        let tls = try TLSFixture(askingClients: true)
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            for (name, verified) in [("merchant", true), (nil, false)] {
                let client = try await tls.connect(to: test, showing: name)
                try await client.send(Self.facts)
                #expect(try await client.receive().body == "tls true, verified \(verified)")
            }
        }
    }

    @Test("New certificates are used for new connections, and open ones go on")
    func reloads() async throws {
        let (old, new) = (try TLSFixture(), try TLSFixture())
        try await TestServer.run(Self.router, configure: { $0.tls = old.server }) { test in
            let before = try await old.connect(to: test)
            test.server.reload(tls: new.server)
            await #expect(throws: TLSError.self) { try await old.connect(to: test) }
            let after = try await new.connect(to: test)
            for client in [before, after] {
                try await client.send(Self.facts)
                #expect(try await client.receive().status == 200)
            }
        }
    }

    @Test("A server without TLS does not begin to speak it")
    func staysPlain() async throws {
        let tls = try TLSFixture()
        try await TestServer.run { test in
            test.server.reload(tls: tls.server)
            let answer = try await test.exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasSuffix("hello"))
        }
    }

    @Test("Peers that stall in the handshake hold up nobody, and are given up", arguments: ["", "\u{16}\u{3}\u{1}\u{1}"])
    func survivesStalledHandshakes(_ part: String) async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            var stalled: [TestClient] = []
            for _ in 1...20 {
                let client = try await test.connect()
                try await client.send(part)
                stalled.append(client)
            }
            let client = try await tls.connect(to: test)
            try await client.send(Self.facts)
            #expect(try await client.receive().status == 200)
            #expect(test.server.connectionCount == 21)
        }
        try await TestServer.run(Self.router) {
            $0.tls = tls.server
            $0.timeouts.header = .milliseconds(50)
        } _: { test in
            let client = try await test.connect()
            try await client.send(part)
            #expect(try await client.receiveAll() == "")
            #expect(test.events.failures == [.handshakeTimedOut])
        }
    }

    @Test("Plain HTTP on a TLS port ends with an alert, not a reset")
    func refusesPlain() async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router) {
            $0.tls = tls.server
            // Four megabytes are much for a busy machine in the two seconds of the default.
            $0.timeouts.linger = TestClient.patience
        } _: { test in
            let client = try await test.connect()
            try await client.send(Self.facts)
            try await client.send(String(repeating: "x", count: 4 * 1024 * 1024))
            _ = try await client.receiveAll()
            await test.events.wait { !$0.isEmpty }
            guard case .tls(let reason) = test.events.failures.first else {
                Issue.record("not a failure of TLS: \(test.events.all)")
                return
            }
            #expect(reason == "TLS handshake failed: http request")
        }
    }

    @Test("A client that ends its side right behind the handshake gets its ticket")
    func sendsTicketsToTheLeaving() async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            for _ in 1...20 {
                let client = try await tls.connect(to: test, versions: .tls13 ... .tls13)
                client.socket.shutdownWrites()
                // Without a close_notify from either side, so it does not end well.
                _ = try? await client.receiveAll()
                #expect(client.session?.resumption != nil)
            }
            #expect(test.events.failures == [])
        }
    }

    @Test("A client that just leaves is no failure, before the handshake or between requests")
    func letsClientsLeave() async throws {
        let tls = try TLSFixture()
        try await TestServer.run(Self.router, configure: { $0.tls = tls.server }) { test in
            try await test.connect().socket.close()
            let client = try await tls.connect(to: test)
            try await client.send(Self.facts)
            #expect(try await client.receive().status == 200)
            client.socket.close()
            await test.server.shutdown(within: TestClient.patience)
            #expect(test.events.failures == [])
        }
    }

    @Test("A client's leaving cancels its request, and what it sent ahead is not lost")
    func noticesHangup() async throws {
        let (started, cancelled, finish) = (Gate(), Gate(), Gate())
        var router = Self.router
        router.add(.get, "/wait", options: RouteOptions(cancelsOnHangup: true)) { _, _ in
            started.open()
            await withTaskCancellationHandler {
                await finish.wait()
            } onCancel: {
                cancelled.open()
            }
            return Response(body: .bytes(Array("finished".utf8)))
        }
        let tls = try TLSFixture()
        try await TestServer.run(router, configure: { $0.tls = tls.server }) { test in
            let client = try await tls.connect(to: test)
            try await client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            await started.wait()
            try await client.send(Self.facts)
            let other = try await tls.connect(to: test)
            try await other.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            other.socket.close()
            await cancelled.wait()
            finish.open()
            #expect(try await client.receive().body == "finished")
            #expect(try await client.receive().body == "tls true, verified false")
        }
    }
}
