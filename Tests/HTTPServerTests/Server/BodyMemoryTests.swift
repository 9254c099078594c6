import Reactor
import Secrets
import TestSupport
import Testing
import WireSupport

@testable import HTTPServer

/// What the bodies of all connections may take together.
@Suite struct BodyMemoryTests {
    /// `POST /hold` and `POST /stream` wait at a gate, the one in its handler, the other in its answer. `arrived` opens when either is there.
    private struct Holding {
        let arrived = Gate()
        let gate = Gate()

        var router: Router {
            var router = Router.forTests
            router.add(.post, "/hold") { [arrived, gate] request, _ in
                arrived.open()
                await gate.wait()
                return Response(body: .bytes(Array("\(request.body.count)".utf8)))
            }
            router.add(.post, "/stream") { [arrived, gate] request, _ in
                Response(
                    body: .stream { writer in
                        arrived.open()
                        await gate.wait()
                        try await writer.write(Array("\(request.body.count)".utf8))
                    })
            }
            router.add(.post, "/fails") { _, _ in throw InnerError(text: "inner text") }
            router.add(.post, "/large") { _, _ in Response(body: .bytes([UInt8](repeating: 0x78, count: 1024 * 1024))) }
            return router
        }
    }

    private static func post(_ path: String, _ count: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n\(String(repeating: "x", count: count))"
    }

    private static func chunk(_ count: Int) -> String {
        "\(String(count, radix: 16))\r\n\(String(repeating: "x", count: count))\r\n"
    }

    private static func expectRefusal(_ answer: WireResponse) {
        #expect(answer.status == 503)
        #expect(answer["connection"] == "close")
        #expect(answer["retry-after"] == "5")
        #expect(answer["x-request-id"] != nil)
    }

    @Test("The default is 256 MiB")
    func defaults() throws {
        #expect(HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")).bodyMemory == 268_435_456)
    }

    @Test("A body that does not fit beside those being handled is a 503; others go on", arguments: ["/hold", "/stream"])
    func refusesWhatDoesNotFit(_ path: String) async throws {
        let holding = Holding()
        try await TestServer.run(holding.router, configure: { $0.bodyMemory = 100 }) { test in
            let first = try await test.connect()
            try await first.send(Self.post(path, 60))
            await holding.arrived.wait()

            let second = try await test.connect()
            try await second.send(Self.post("/echo", 41))
            Self.expectRefusal(try await second.receive())
            #expect(try await second.receiveAll() == "")
            try await second.send(String(repeating: "x", count: 100_000))

            let third = try await test.connect()
            try await third.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await third.receive().status == 200)
            try await third.send(Self.post("/echo", 40))
            #expect(try await third.receive().body.utf8.count == 40, "what is free is free")

            holding.gate.open()
            #expect(try await first.receive().body == "60")
            try await first.send(Self.post("/echo", 100))
            #expect(try await first.receive().status == 200, "whoever has an answer can send the next body at once")
            #expect(test.events.exchanges.compactMap(\.refusal) == [.bodyMemoryExhausted])
        }
    }

    @Test("Nobody is asked to go on with a body that does not fit")
    func refusesBeforeContinue() async throws {
        try await TestServer.run(configure: { $0.bodyMemory = 100 }) { test in
            let client = try await test.connect()
            let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
            try await client.send(head + "101\r\n\r\n")
            Self.expectRefusal(try await client.receive())
            let other = try await test.connect()
            try await other.send(head + "100\r\n\r\n")
            #expect(try await other.receive().status == 100)
        }
    }

    @Test("A chunked body is refused at the chunk that does not fit, before its bytes came, and what it had is free again")
    func refusesGrowth() async throws {
        let holding = Holding()
        try await TestServer.run(holding.router, configure: { $0.bodyMemory = 100 }) { test in
            let first = try await test.connect()
            try await first.send(Self.post("/hold", 50))
            await holding.arrived.wait()

            let chunked = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            let growing = try await test.connect()
            try await growing.send(chunked + Self.chunk(30) + "15\r\n")
            Self.expectRefusal(try await growing.receive())
            #expect(try await growing.receiveAll() == "")

            let fitting = try await test.connect()
            try await fitting.send(chunked + Self.chunk(30) + Self.chunk(20) + "0\r\n\r\n")
            #expect(try await fitting.receive().body.utf8.count == 50)
            holding.gate.open()
            #expect(try await first.receive().body == "50")
        }
    }

    private static let beginnings: [(start: String, end: String)] = [
        ("Content-Length: 100000\r\n\r\nx", ""), ("Content-Length: 100000\r\nExpect: 100-continue\r\n\r\n", "x"),
        ("Transfer-Encoding: chunked\r\n\r\n186A0\r\nx", "\r\n0\r\n\r\n"),
    ]

    @Test("Who announces long bodies and sends none of them keeps nobody out", arguments: beginnings)
    func reservesWhatCame(_ start: String, _ end: String) async throws {
        try await TestServer.run(configure: { $0.bodyMemory = 200_000 }) { test in
            var clients: [TestClient] = []
            for _ in 1...20 {
                let client = try await test.connect()
                clients.append(client)
                try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\n" + start)
                if start.contains("Expect") { #expect(try await client.receive().status == 100) }
            }
            for client in clients {
                let other = try await test.connect()
                try await other.send(Self.post("/echo", 100_000))
                #expect(try await other.receive().body.utf8.count == 100_000)
                try await client.send(String(repeating: "x", count: 99_999) + end)
                #expect(try await client.receive().body.utf8.count == 100_000)
            }
        }
    }

    @Test("What has come of a body is reserved: others that do not fit beside it are refused")
    func coversWhatCame() async throws {
        let memory = SharedCapacity(100_000)
        var first: BodyReservation? = BodyReservation(of: memory)
        try first?.expect(80_000)
        try first?.cover(0, of: 80_000)
        var second: BodyReservation? = BodyReservation(of: memory)
        try second?.expect(80_000)
        try first?.cover(30_000, of: 80_000)
        #expect(throws: Refusal.Reason.bodyMemoryExhausted) { try second?.expect(40_001) }
        try second?.cover(20_000, of: 40_000)
        #expect(throws: Refusal.Reason.bodyMemoryExhausted) { try first?.cover(60_001, of: 80_000) }
        second?.giveBack()
        second?.giveBack()
        second = nil
        try first?.cover(80_000, of: 80_000)
        #expect(memory.hasRoom(for: 20_000) && !memory.hasRoom(for: 20_001))
        first = nil
        #expect(memory.hasRoom(for: 100_000))
    }

    @Test("A large answer's client finds its body's room free, also where the body came after its head", arguments: [false, true])
    func freesBeforeTheAnswerLeaves(_ waitsForLeave: Bool) async throws {
        try await TestServer.run(Holding().router, configure: { $0.bodyMemory = 100 }) { test in
            // On connections that stay open: what one kept, the next would lack.
            var clients: [TestClient] = []
            for _ in 1...20 {
                let client = try await test.connect()
                clients.append(client)
                if waitsForLeave {
                    try await client.send("POST /large HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n")
                    #expect(try await client.receive().status == 100)
                    try await client.send(String(repeating: "x", count: 100))
                } else {
                    try await client.send(Self.post("/large", 100))
                }
                #expect(try await client.receive().status == 200)
            }
        }
    }

    private static let failing: [(request: String, status: Int)] = [
        (post("/fails", 100), 500),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx", 408),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nx", 408),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk(100))x", 400),
        ("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk(100))65\r\n", 413),
    ]

    @Test("A request that fails leaves the memory free", arguments: failing)
    func freesAfterFailure(_ request: String, _ status: Int) async throws {
        try await TestServer.run(Holding().router) {
            $0.bodyMemory = 100
            $0.limits.bodyBytes = 200
            $0.timeouts.body = .milliseconds(50)
        } _: { test in
            let client = try await test.connect()
            try await client.send(request)
            #expect(try await client.receive().status == status)
            // Its bytes may take longer than the time for a body on a machine that is busy.
            var after = 408
            while after == 408 {
                let other = try await test.connect()
                try await other.send(Self.post("/echo", 100))
                after = try await other.receive().status
            }
            #expect(after == 200)
        }
    }

    @Test("Ten thousand clients that hang up in mid body leave all of it free")
    func freesAfterHangup() async throws {
        let rounds = 10_000
        let share = 4096
        let whole = rounds * share
        var configuration = HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0"))
        // All may hold their part at once: none is refused, and one that were not given back would be missing at the end.
        configuration.bodyMemory = whole
        configuration.limits.bodyBytes = whole
        let group = try EventLoopGroup(count: 2)
        let log = EventLog()
        let server = HTTPServer(configuration: configuration, group: group, router: .forTests, observer: { log.add($0) })
        let address = try await server.start()
        let clients = try EventLoop(name: "clients")
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<50 {
                tasks.addTask(executorPreference: clients) {
                    for number in 0..<(rounds / 50) { try await Self.hangUp(address, on: clients, share, number) }
                }
            }
            try await tasks.waitForAll()
        }
        await log.wait { $0.count >= rounds }
        #expect(log.failures.count == rounds)
        #expect(log.failures.allSatisfy { $0 == .brokenOff })

        let client = try await TestClient(StreamSocket.connect(to: address, on: clients, within: TestClient.patience))
        try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(whole)\r\n\r\n")
        #expect(try await client.receive().status == 100)
        client.socket.close()
        await server.shutdown(within: TestClient.patience)
        await group.shutdown()
        await clients.shutdown()
    }

    /// Every place in a body, in turn; each time a part of at most `share` bytes is reserved.
    private static func hangUp(_ address: SocketAddress, on loop: EventLoop, _ share: Int, _ number: Int) async throws {
        let client = try await TestClient(StreamSocket.connect(to: address, on: loop, within: TestClient.patience))
        defer { client.socket.close() }
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\n"
        switch number % 4 {
        case 0: try await client.send(head + "Content-Length: \(share)\r\n\r\nhel")
        case 1: try await client.send(head + "Transfer-Encoding: chunked\r\n\r\n\(chunk(10))\(String(share - 10, radix: 16))\r\nhel")
        case 2:
            try await client.send(head + "Expect: 100-continue\r\nContent-Length: \(share)\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer.status == 100)
        default: try await client.send(head + "Content-Length: \(share)\r\n\r\n" + String(repeating: "x", count: share - 1))
        }
    }
}
