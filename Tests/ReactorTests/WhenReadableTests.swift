import Testing

@testable import Reactor

/// Waits without a task.
@Suite(.timeLimit(.minutes(1))) struct WhenReadableTests {
    /// How the next wait of `socket` ends.
    private static func wakeup(of socket: StreamSocket, within limit: Duration? = nil) async -> StreamSocket.Wakeup {
        await withCheckedContinuation { continuation in
            socket.loop.execute {
                socket.whenReadable(until: limit.map { .now.advanced(by: $0) }) { continuation.resume(returning: $0) }
            }
        }
    }

    /// What has come; nil if nothing has.
    private static func received(by socket: StreamSocket) async -> [UInt8]? {
        await socket.loop.value { _ in
            withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { room in
                guard let count = try? socket.readAtOnce(into: room) else { return nil }
                return Array(room[..<count])
            }
        }
    }

    @Test func `It hears bytes and the end of the stream`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            #expect(await Self.received(by: pair.server) == nil)
            async let first = Self.wakeup(of: pair.server)
            try await pair.server.untilReaderWaits()
            try await pair.client.write([1, 2], within: .seconds(10))
            #expect(await first == .readable)
            #expect(await Self.received(by: pair.server) == [1, 2])
            #expect(await Self.received(by: pair.server) == nil)
            pair.client.close()
            #expect(await Self.wakeup(of: pair.server) == .readable)
            #expect(await Self.received(by: pair.server) == [])
        }
    }

    @Test func `It ends in time, when it is told to, and when the socket or the loop does`() async throws {
        try await withLoops(2) { loops in
            let leaving = try EventLoop(name: "leaving")
            let pair = try await SocketPair(server: leaving, client: loops[1])
            #expect(await Self.received(by: pair.server) == nil)
            #expect(await Self.wakeup(of: pair.server, within: .milliseconds(20)) == .timedOut)
            async let told = Self.wakeup(of: pair.server)
            try await pair.server.untilReaderWaits()
            leaving.execute { pair.server.endWait() }
            #expect(await told == .timedOut)
            let client = await Self.received(by: pair.client)
            #expect(client == nil)
            async let closed = Self.wakeup(of: pair.client)
            try await pair.client.untilReaderWaits()
            pair.client.close()
            #expect(await closed == .closed)
            #expect(await Self.wakeup(of: pair.client) == .closed)
            _ = await Self.received(by: pair.server)
            let other = try await SocketPair(server: leaving, client: loops[1])
            #expect(await Self.received(by: other.server) == nil)
            async let shutDown = Self.wakeup(of: other.server)
            try await other.server.untilReaderWaits()
            await leaving.shutdown()
            #expect(await shutDown == .closed)
        }
    }

    @Test func `A read that waits is ended as if its time were over`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let reader = Task { await failure { () throws(SocketError) in try await pair.server.receive(within: nil) } }
            try await pair.server.untilReaderWaits()
            loops[0].execute { pair.server.endWait() }
            #expect(await reader.value == .timedOut)
            try await pair.client.write([3], within: .seconds(10))
            #expect(try await pair.server.receive() == [3])
        }
    }
}
