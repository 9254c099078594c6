import Crypto
import HTTPServer
import Reactor
import Testing

/// What the configurations in `Deploy` promise to those who use them as they are.
@Suite("Deploy's proxies", .serialized, .timeLimit(.minutes(5))) struct DeploymentTests {
    @Test("nginx ends TLS, passes events on at once and has the server's limits", .enabled(if: Proxy.nginx.isInstalled, "nginx is not installed"))
    func nginx() async throws {
        try await check(.nginx)
    }

    @Test(
        "HAProxy ends TLS, passes events on at once and has the server's limits", .enabled(if: Proxy.haproxy.isInstalled, "haproxy is not installed"))
    func haproxy() async throws {
        try await check(.haproxy)
    }

    private func check(_ kind: Proxy) async throws {
        let (wasReceived, tellReceived) = AsyncStream.makeStream(of: Void.self)
        var router = TestedServer.router
        router.add(.get, "/events/now/please") { _, _ in
            .events { writer in
                try await writer.send(ServerSentEvent(name: "first", data: "1"))
                // Who holds the first event back never sees the second.
                for await _ in wasReceived { break }
                try await writer.send(ServerSentEvent(name: "second", data: "2"))
            }
        }
        try await SocketServer.run(router: router, configure: { $0.limits = HTTPLimits() }) { server in
            let pair = try TLSPair.shared.get()
            let proxy = try await ProxyProcess(kind, to: server.address, certificate: pair, loop: server.loop)
            let front = Front(address: proxy.secure, loop: server.loop, pair: pair)
            try await Self.endsTLS(front)
            try await Self.streams(front, tellReceived)
            try await Self.limits(front)
            let entries = try await proxy.stop()
            let seen = server.exchanges.all.map(\.requestID)
            #expect(Set(entries.filter(\.wasForwarded).map(\.id)) == Set(seen), "one id in both logs")
        }
    }

    private static func endsTLS(_ front: Front) async throws {
        let client = try await front.connect()
        try await client.send(Wire.leader)
        let answer = try await client.receive(until: "lead").lowercased()
        #expect(answer.hasPrefix("http/1.1 200"))
        #expect(answer.contains("\r\nstrict-transport-security: max-age=31536000\r\n"))
        #expect(answer.contains("\nx-forwarded-for: 127.0.0.1\n"))
        #expect(answer.contains("\nx-forwarded-proto: https\n"))
        #expect(answer.contains("\nx-forwarded-host: leader\n"))
        client.socket.close()
    }

    private static func streams(_ front: Front, _ tellReceived: AsyncStream<Void>.Continuation) async throws {
        let client = try await front.connect()
        try await client.send(Wire.bytes("GET /events/now/please HTTP/1.1\r\nHost: a\r\n\r\n"))
        let first = try await client.receive(until: "event: first\ndata: 1\n\n\r\n")
        #expect(!first.contains("second"))
        tellReceived.yield()
        _ = try await client.receive(until: "0\r\n\r\n")
        client.socket.close()
    }

    /// A body of a mebibyte passes, and a byte more is refused by the proxy as it would be by the server.
    private static func limits(_ front: Front) async throws {
        let limit = HTTPLimits().bodyBytes
        for (length, status) in [(limit, 200), (limit + 1, 413)] {
            let client = try await front.connect()
            try await client.send(Wire.bytes("POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n"))
            if status == 200 { try await client.send([UInt8](repeating: UInt8(ascii: "b"), count: length)) }
            // No more than that: a proxy may wait a while for the body that it refused.
            #expect(try await client.receive(until: "\r\n", orSilenceFor: RawClient.patience).hasPrefix("HTTP/1.1 \(status)"))
            client.socket.close()
        }
    }

    /// The proxy's side that clients see.
    private struct Front: Sendable {
        let address: SocketAddress
        let loop: EventLoop
        let pair: TLSPair

        func connect() async throws -> RawClient {
            let socket = try await StreamSocket.connect(to: address, on: loop, within: RawClient.patience)
            let client = RawClient(socket, session: pair.session())
            try await client.shakeHands()
            return client
        }
    }
}
