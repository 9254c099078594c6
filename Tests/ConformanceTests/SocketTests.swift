import TestSupport
import Testing

/// The same cases at a server with its listener, over TCP.
@Suite struct ConformanceSocketTests {
    @Test("A case is answered as the RFC has it", arguments: Area.all)
    func answers(_ area: Area) async throws {
        try await SocketServer.run { server in
            for one in area.cases { one.expect(try await server.exchange(one.segments())) }
        }
    }

    @Test("And over TLS", arguments: Area.all)
    func answersOverTLS(_ area: Area) async throws {
        let pair = try TLSPair.shared.get()
        try await SocketServer.run(tls: pair) { server in
            for one in area.cases { one.expect(try await server.exchange(one.segments())) }
        }
    }

    @Test("Cut in parts, one after the other", arguments: Area.all)
    func answersInParts(_ area: Area) async throws {
        try await SocketServer.run { server in
            var dice = SeededRandom(seed: 1)
            for one in area.cases {
                for _ in 1...Soak.factor {
                    let cuts = Set((0..<3).map { _ in Int.random(in: 1...one.bytes.count, using: &dice) }).sorted()
                    one.expect(try await server.exchange(one.segments(cutAt: cuts)))
                }
            }
        }
    }

    @Test("What is no HTTP is refused in plain words on a plain port, and ends a TLS one without a word of HTTP", arguments: Case.otherProtocols)
    func survivesOtherProtocols(_ one: Case) async throws {
        let pair = try TLSPair.shared.get()
        try await SocketServer.run(tls: pair) { server in
            let client = try await server.connect(speakingTLS: false)
            try await client.send(one.bytes)
            #expect(try await client.finish().contains(Wire.bytes("HTTP")) == false, one.shown)
            // And nobody else has noticed.
            #expect(try await server.exchange([Wire.marker[...]]).starts(with: Wire.bytes("HTTP/1.1 200 OK\r\n")))
        }
    }

    @Test("Plain HTTP on a TLS port is not answered", arguments: Case.pipelines)
    func refusesPlain(_ one: Case) async throws {
        let pair = try TLSPair.shared.get()
        try await SocketServer.run(tls: pair) { server in
            let client = try await server.connect(speakingTLS: false)
            try await client.send(one.bytes)
            #expect(try await client.finish().contains(Wire.bytes("HTTP")) == false, one.shown)
            #expect(server.exchanges.all.isEmpty)
        }
    }
}
