import Testing

@testable import Reactor

/// Reading by a task that is on the socket's loop anyway, as the HTTP server's connections do.
@Suite(.timeLimit(.minutes(1))) struct ImmediateReadTests {
    @Test func `What is there is read without waiting, and what is not there is waited for`() async throws {
        try await onServersLoop { pair, buffer in
            #expect(try pair.server.readWithoutWaiting(into: buffer) == nil)
            await #expect(throws: SocketError.timedOut) { try await pair.server.waitUntilReadable(until: .now) }
            async let wait: Void = pair.server.waitUntilReadable(until: .now.advanced(by: .seconds(10)))
            try await pair.client.write([1, 2, 3], within: .seconds(10))
            try await wait
            let count = try pair.server.readWithoutWaiting(into: buffer)
            #expect(Array(buffer.prefix(count ?? 0)) == [1, 2, 3])
            pair.client.shutdownWrites()
            try await pair.server.waitUntilReadable(until: .now.advanced(by: .seconds(10)))
            #expect(try pair.server.readWithoutWaiting(into: buffer) == 0)
        }
    }

    @Test func `A cancelled task waits on until its socket is closed`() async throws {
        try await onServersLoop { pair, buffer in
            let server = pair.server
            #expect(try server.readWithoutWaiting(into: buffer) == nil)
            let waiting = Task(executorPreference: server.loop) {
                await #expect(throws: SocketError.closed) { try await server.waitUntilReadable(until: nil) } != nil
            }
            try await server.loop.until { _ in server.channel.reading.isWaiting }
            waiting.cancel()
            #expect(server.channel.reading.isWaiting)
            server.close()
            #expect(await waiting.value)
        }
    }

    private func onServersLoop(_ body: @escaping @Sendable (SocketPair, UnsafeMutableRawBufferPointer) async throws -> Void) async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let task = Task(executorPreference: loops[0]) {
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
                defer { buffer.deallocate() }
                try await body(pair, buffer)
            }
            try await task.value
        }
    }
}
