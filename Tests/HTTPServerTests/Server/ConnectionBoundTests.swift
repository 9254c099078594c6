import Reactor
import TestSupport
import Testing
import WireSupport

@testable import HTTPServer

/// Many connections, at once and one after the other.
@Suite struct ConnectionBoundTests {
    private static let request = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Requests to `/slow` begin, and end when the gate is opened.
    private static func router(_ gate: Gate) -> Router {
        var router = Router.forTests
        router.add(.get, "/slow") { _, _ in
            await gate.wait()
            return Response(body: .bytes(Array("slow".utf8)))
        }
        return router
    }

    @Test("At the bound, with no idle connection, a new one waits until another closes; the observer hears so, once", .timeLimit(.minutes(1)))
    func waitsAtBound() async throws {
        let gate = Gate()
        try await TestServer.run(Self.router(gate), configure: { $0.maximumConnections = 2 }) { test in
            let busy = [try await test.connect(), try await test.connect()]
            for client in busy { try await client.send("GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
            while test.server.connectionCount < 2 { try await test.clientLoop.sleep(for: .milliseconds(1)) }
            let waiting = [try await test.connect(), try await test.connect()]
            for client in waiting { try await client.send(Self.request) }
            await test.events.wait { $0.contains { if case .acceptingPaused(.connections(maximum: 2)) = $0 { true } else { false } } }
            #expect(test.server.connectionCount == 2)
            gate.open()
            for client in busy {
                #expect(try await client.receiveAll().hasSuffix("slow"))
                client.socket.close()
            }
            for client in waiting { #expect(try await client.receive().status == 200) }
            #expect(test.server.connectionCount == 2)
            await test.events.wait { $0.contains { if case .acceptingResumed = $0 { true } else { false } } }
            #expect(test.events.all.count { if case .acceptingPaused = $0 { true } else { false } } == 1)
        }
    }

    @Test("At the bound the connection that has been idle longest makes room, and the observer hears of no trouble", .timeLimit(.minutes(1)))
    func makesRoom() async throws {
        try await TestServer.run(configure: { $0.maximumConnections = 3 }) { test in
            var clients: [TestClient] = []
            for number in 1...3 {
                let client = try await test.connect()
                try await client.send(Self.request)
                #expect(try await client.receive().status == 200)
                clients.append(client)
                while test.server.restingCount < number { try await test.clientLoop.sleep(for: .milliseconds(5)) }
            }
            // From now on the second has been idle longest.
            try await clients[0].send(Self.request)
            #expect(try await clients[0].receive().status == 200)
            let new = try await test.connect()
            try await new.send(Self.request)
            #expect(try await new.receive().status == 200)
            #expect(try await clients[1].receiveAll() == "")
            for client in [clients[0], clients[2]] {
                try await client.send(Self.request)
                #expect(try await client.receive().status == 200)
            }
            #expect(test.server.connectionCount == 3)
            #expect(test.events.all.count == 7)
        }
    }

    @Test("Where none is idle yet, the next one to be makes room", .timeLimit(.minutes(1)))
    func makesRoomLater() async throws {
        let gate = Gate()
        try await TestServer.run(Self.router(gate), configure: { $0.maximumConnections = 1 }) { test in
            let first = try await test.connect()
            try await first.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            while test.server.connectionCount < 1 { try await test.clientLoop.sleep(for: .milliseconds(1)) }
            let second = try await test.connect()
            try await second.send(Self.request)
            await test.events.wait { $0.contains { if case .acceptingPaused = $0 { true } else { false } } }
            gate.open()
            #expect(try await first.receive().status == 200)
            #expect(try await second.receive().status == 200)
            #expect(try await first.receiveAll() == "")
        }
    }

    @Test("A server that waits at its bound shuts down")
    func shutsDownAtBound() async throws {
        try await TestServer.run(configure: { $0.maximumConnections = 1 }) { test in
            let client = try await test.connect()
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.receive().status == 200)
            await test.server.shutdown(within: TestClient.patience)
            #expect(test.server.connectionCount == 0)
            #expect(test.events.failures == [])
        }
    }

    @Test("Ten thousand connections leave no socket and no task behind")
    func leavesNothingBehind() async throws {
        let group = try EventLoopGroup(count: 2)
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(parsing: "127.0.0.1:0")), group: group, router: .forTests)
        let address = try await server.start()
        let clients = try EventLoop(name: "clients")
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<50 {
                tasks.addTask(executorPreference: clients) {
                    for number in 0..<200 { try await Self.visit(address, on: clients, number) }
                }
            }
            try await tasks.waitForAll()
        }
        await server.shutdown(within: TestClient.patience)
        #expect(server.connectionCount == 0)
        #expect(group.loops.map(\.openSockets) == [0, 0])
        #expect(clients.openSockets == 0)
        await group.shutdown()
        await clients.shutdown()
    }

    /// Every way to end a connection, in turn.
    private static func visit(_ address: SocketAddress, on loop: EventLoop, _ number: Int) async throws {
        let client = try await TestClient(StreamSocket.connect(to: address, on: loop, within: TestClient.patience))
        defer { client.socket.close() }
        switch number % 4 {
        case 0:
            try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await client.receive()
            #expect(answer.status == 200)
        case 1: try await client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
        case 2:
            try await client.send("nonsense\r\n")
            let answer = try await client.receive()
            #expect(answer.status == 400)
        default: break
        }
    }
}
