import Reactor
import Testing
import WireSupport

@testable import HTTPServer

/// What goes out, and when.
@Suite struct TransportTests {
    /// A connection's two ends; `body` runs on the server's loop, as a connection does.
    private static func run(_ body: @escaping @Sendable (_ socket: StreamSocket, _ client: StreamSocket) async throws -> Void) async throws {
        let loop = try EventLoop(name: "server")
        let clientLoop = try EventLoop(name: "client")
        let listener = try Listener.bind(to: SocketAddress(parsing: "127.0.0.1:0"))
        let client = try await StreamSocket.connect(to: listener.address, on: clientLoop, within: TestClient.patience)
        let task = Task(executorPreference: loop) {
            let socket = try await listener.accept(on: loop)
            defer { socket.close() }
            try await body(socket, client)
        }
        try await task.value
        await loop.shutdown()
        await clientLoop.shutdown()
    }

    @Test("A deferred flush that has not begun is taken back and leaves with what follows")
    func takesBack() async throws {
        try await Self.run { socket, client in
            let transport = Transport(socket, session: nil, writeLimit: TestClient.patience, stock: BlockStock())
            transport.output.append(literal: "one ")
            try transport.deferFlush()
            #expect(transport.isFlushed)
            try await transport.settle()
            #expect(!transport.isFlushed)
            transport.output.append(literal: "two.")
            #expect(try transport.flushNow())
            let text = try await TestClient(client).receive(until: "two.")
            #expect(text == "one two.")
        }
    }

    @Test("What has left gives its memory back before a wait, and what has not keeps it")
    func rests() async throws {
        try await Self.run { socket, _ in
            let stock = BlockStock()
            let transport = Transport(socket, session: nil, writeLimit: TestClient.patience, stock: stock)
            transport.output.append(literal: "one.")
            let block = transport.output.bytes.baseAddress
            transport.rest()
            #expect(transport.output.bytes.baseAddress == block)
            let hasLeft = try transport.flushNow()
            #expect(hasLeft)
            transport.rest()
            let returned = stock.take()
            #expect(UnsafeRawPointer(returned.baseAddress) == block)
            stock.put(returned)
        }
    }

    @Test("A deferred flush leaves as soon as its maker waits")
    func leavesWhileWaiting() async throws {
        try await Self.run { socket, client in
            let transport = Transport(socket, session: nil, writeLimit: TestClient.patience, stock: BlockStock())
            transport.output.append(literal: "one.")
            try transport.deferFlush()
            #expect(try await TestClient(client).receive(until: "one.") == "one.")
            try await transport.settle()
            #expect(transport.isFlushed)
        }
    }

    @Test("What follows a deferred flush waits until that has left, however slowly the client reads")
    func keepsOrder() async throws {
        try await Self.run { socket, client in
            let transport = Transport(socket, session: nil, writeLimit: TestClient.patience, stock: BlockStock())
            let filler = [UInt8](repeating: 0x2E, count: 1024 * 1024)
            var filled = 0
            while case let count = try socket.writeWithoutWaiting(filler), count > 0 { filled += count }
            transport.output.append(literal: "one ")
            try transport.deferFlush()
            // Lets the deferred write begin, and find that nothing goes.
            try await socket.loop.sleep(for: .milliseconds(1))
            async let text = TestClient(client).receive(until: "two!")
            try await transport.settle()
            transport.output.append(literal: "two!")
            try await transport.flush()
            let received = try await text
            #expect(received.utf8.count == filled + 8)
            #expect(received.hasSuffix("...one two!"))
        }
    }
}
