import Crypto
import Reactor
import TestCertificates
import Testing
import WireSupport

@testable import HTTPServer

/// Connections whose clients say nothing for a while.
@Suite(.timeLimit(.minutes(1))) struct RestTests {
    private static let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func waitForRest(_ count: Int, of test: TestServer) async throws {
        while test.server.restingCount != count { try await test.clientLoop.sleep(for: .milliseconds(5)) }
    }

    @Test("A connection that rests is served again, as often as its client likes")
    func wakes() async throws {
        try await TestServer.run { test in
            let client = try await test.connect()
            for _ in 1...2 {
                try await client.send(Self.request)
                #expect(try await client.receive().body == "hello")
                try await Self.waitForRest(1, of: test)
            }
            // In pieces, of which the first wakes it.
            try await client.send("GET /hel")
            try await Self.waitForRest(0, of: test)
            try await client.send("lo HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().body == "hello")
            client.socket.shutdownWrites()
            #expect(try await client.receiveAll() == "")
            #expect(test.events.failures == [])
        }
    }

    @Test("Over TLS too, and it is known from before whether the client showed a certificate", arguments: [TLSVersion.tls12, .tls13])
    func wakesOverTLS(_ version: TLSVersion) async throws {
        var router = Router()
        router.add(.get, "/hello") { request, _ in Response(body: .bytes(Array("\(request.head.clientCertificateVerified)".utf8))) }
        let tls = try TLSFixture(askingClients: true)
        try await TestServer.run(router, configure: { $0.tls = tls.server }) { test in
            let client = try await tls.connect(to: test, versions: version...version, showing: "merchant")
            for _ in 1...2 {
                try await Self.waitForRest(1, of: test)
                try await client.send(Self.request)
                #expect(try await client.receive().body == "true")
            }
            try await Self.waitForRest(1, of: test)
            client.socket.close()
            while test.server.connectionCount > 0 { try await test.clientLoop.sleep(for: .milliseconds(5)) }
            #expect(test.events.failures == [])
        }
    }

    @Test("A client that has connected and not begun its handshake rests as well")
    func restsBeforeHandshake() async throws {
        let tls = try TLSFixture()
        let context = try TLSClientContext(TLSClientConfiguration(authoritiesPath: tls.authority.certificatePath))
        try await TestServer.run(configure: { $0.tls = tls.server }) { test in
            let socket = try await StreamSocket.connect(to: test.address, on: test.clientLoop, within: TestClient.patience)
            try await Self.waitForRest(1, of: test)
            let client = TestClient(socket, session: TLSSession(client: context, serverName: "localhost"))
            try await client.shakeHands()
            try await client.send(Self.request)
            #expect(try await client.receive().body == "hello")
        }
    }

    @Test("A connection that rests ends when it has been idle too long, over TLS with close_notify", arguments: [false, true])
    func endsIdle(_ isTLS: Bool) async throws {
        let tls = try TLSFixture()
        try await TestServer.run {
            if isTLS { $0.tls = tls.server }
            $0.timeouts.idle = Connection.patience * 2
        } _: { test in
            let client = isTLS ? try await tls.connect(to: test) : try await test.connect()
            try await client.send(Self.request)
            #expect(try await client.receive().status == 200)
            try await Self.waitForRest(1, of: test)
            // Without close_notify this throws.
            #expect(try await client.receiveAll() == "")
            #expect(test.events.failures == [])
        }
    }

    @Test("A new client that rests and never says anything is told that its time is over")
    func endsUnused() async throws {
        try await TestServer.run(configure: { $0.timeouts.header = Connection.patience * 2 }) { test in
            let client = try await test.connect()
            try await Self.waitForRest(1, of: test)
            #expect(try await client.receive().status == 408)
        }
    }
}
