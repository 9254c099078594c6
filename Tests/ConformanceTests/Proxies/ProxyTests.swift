import HTTPServer
import Reactor
import TestSupport
import Testing

/// The suite through a proxy in front: where a request ends, the proxy and this server agree, whatever a client sends. Else a client could hide a
/// request in another's, and have it answered to a third.
@Suite("Behind a proxy", .serialized, .timeLimit(.minutes(5))) struct ProxyTests {
    @Test("nginx and the server see the same requests", .enabled(if: Proxy.nginx.isInstalled, "nginx is not installed"))
    func agreesWithNginx() async throws {
        try await agree(.nginx)
    }

    @Test("HAProxy and the server see the same requests", .enabled(if: Proxy.haproxy.isInstalled, "haproxy is not installed"))
    func agreesWithHAProxy() async throws {
        try await agree(.haproxy)
    }

    private func agree(_ kind: Proxy) async throws {
        try await SocketServer.run(configure: { $0.limits = HTTPLimits() }) { server in
            let pair = try TLSPair.shared.get()
            let proxy = try await ProxyProcess(kind, to: server.address, certificate: pair, loop: server.loop)
            let streams = Self.streams()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask(executorPreference: server.loop) {
                        for number in stride(from: worker, to: streams.count, by: 8) {
                            try await Self.send(streams[number], number, through: proxy.plain, on: server.loop)
                        }
                    }
                }
                try await group.waitForAll()
            }
            Self.compare(try await proxy.stop(), server.exchanges.all, kind, streams.count)
        }
    }

    /// The cases; in the long form also broken ones.
    private static func streams() -> [[UInt8]] {
        let whole = Area.all.flatMap(\.cases).map(\.bytes)
        let seeds = Soak.factor > 1 ? Soak.seeds(1) : []
        return seeds.reduce(whole) { streams, seed in
            var dice = SeededRandom(seed: seed)
            return streams + whole.map { Mutation.broken($0, &dice) }
        }
    }

    /// How long a proxy that wants more than the case and its marker is let wait for it, before the client ends its side.
    private static let silence = Duration.milliseconds(250)

    /// The case and a marker on one connection; then, on another, a probe that must get its own answer and no other.
    private static func send(_ stream: [UInt8], _ number: Int, through address: SocketAddress, on loop: EventLoop) async throws {
        let socket = try await StreamSocket.connect(to: address, on: loop, within: RawClient.patience)
        let client = RawClient(socket)
        try await client.send(stream + Wire.bytes("GET /marker/\(number) HTTP/1.1\r\nHost: a\r\n\r\n"))
        try await client.receive(until: "GET /marker/\(number) HTTP/1.1\n", orSilenceFor: silence)
        _ = try? await client.finish()
        socket.close()

        let other = RawClient(try await StreamSocket.connect(to: address, on: loop, within: RawClient.patience))
        try await other.send(Wire.bytes("GET /probe/\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        let answer = try await other.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("GET /probe/\(number) HTTP/1.1\n"), "\(String(reflecting: Wire.text(stream)))")
        other.socket.close()
    }

    private static func compare(_ entries: [Proxy.Entry], _ exchanges: [Exchange], _ kind: Proxy, _ count: Int) {
        let forwarded = Dictionary(entries.filter(\.wasForwarded).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var unmatched = forwarded
        var unreadable: [Int] = []
        for exchange in exchanges {
            guard let head = exchange.head else {
                unreadable.append(exchange.status?.code ?? 0)
                // Its id was read before what is wrong with it.
                if unmatched.removeValue(forKey: exchange.requestID) != nil { unreadable.removeLast() }
                continue
            }
            guard let entry = unmatched.removeValue(forKey: exchange.requestID) else {
                Issue.record("\(kind) knows nothing of \(head.method) \(head.target) (\(exchange.requestID))")
                continue
            }
            #expect("\(entry.method) \(entry.target)" == "\(head.method) \(head.target)", "\(kind)")
        }
        // What this server could not read, the proxy sent and got that answer to: one for one. What is left was given up by the proxy itself.
        for status in unreadable {
            let entry = unmatched.values.first { $0.status == status && $0.wasAnswered } ?? unmatched.values.first { $0.status == status }
            #expect(entry != nil, "\(kind) forwarded nothing that was answered \(status)")
            if let entry { unmatched[entry.id] = nil }
        }
        for entry in unmatched.values where entry.wasAnswered { Issue.record("\(kind) had an answer from elsewhere: \(entry)") }
        // The suite went through: each case's probe, and the good cases themselves.
        #expect(exchanges.count { $0.head?.path.hasPrefix("/probe/") == true } == count)
        #expect(exchanges.count { $0.head?.path.hasPrefix("/marker/") == true } >= Area.all.flatMap(\.cases).count / 4)
    }
}
