import HTTPServer
import Reactor
import Testing

/// Many connections, at once and one after the other.
@Suite struct ConnectionBoundTests {
    @Test("At the bound a connection waits until another closes, and is then served")
    func waitsAtBound() async throws {
        try await TestServer.run(configure: { $0.maximumConnections = 2 }) { test in
            let first = try await test.connect()
            let second = try await test.connect()
            for client in [first, second] {
                try await client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.receive().status == 200)
            }
            let third = try await test.connect()
            try await third.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            for _ in 1...10 {
                try await first.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await first.receive().status == 200)
                #expect(test.server.connectionCount == 2)
            }
            second.socket.close()
            #expect(try await third.receive().status == 200)
            #expect(test.server.connectionCount == 2)
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
