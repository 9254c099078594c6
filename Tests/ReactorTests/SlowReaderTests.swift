import Glibc
import Testing

@testable import Reactor

/// Writers whose peers take their time.
@Suite(.timeLimit(.minutes(1))) struct SlowReaderTests {
    @Test func `A slow reader stops the writer, which goes on when the reader does`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let chunk = [UInt8](repeating: 0xAB, count: 64 * 1024)
            let (chunkCount, written) = (512, Counter())
            let writer = Task(executorPreference: loops[1]) {
                for _ in 0..<chunkCount {
                    try await pair.client.write(chunk, within: .seconds(30))
                    written.add(chunk.count)
                }
                pair.client.shutdownWrites()
            }
            try await pair.client.untilWriterWaits()
            // Linux's largest buffers are 4 MiB to send and 6 MiB to receive (tcp_wmem, tcp_rmem).
            #expect(written.value < 16 << 20)

            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk.count, alignment: 1)
            defer { buffer.deallocate() }
            var received = 0
            while true {
                let count = try await pair.server.read(into: buffer, within: .seconds(30))
                if count == 0 { break }
                #expect(buffer.baseAddress.map { memcmp($0, chunk, count) } == 0)
                received += count
            }
            #expect(received == chunkCount * chunk.count)
            try await writer.value
        }
    }

    @Test func `The kernel keeps little for a peer that does not read`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            for socket in [pair.server, pair.client] {
                await #expect(throws: SocketError.timedOut) {
                    try await socket.write([UInt8](repeating: 0x78, count: 8 * 1024 * 1024), within: .milliseconds(200))
                }
                let unsent = await socket.loop.value { _ in
                    // SIOCOUTQNSD of linux/sockios.h, which no module has.
                    var count: Int32 = 0
                    return ioctl(socket.channel.descriptor, 0x894B, &count) == 0 ? count : .max
                }
                // The limit, and the one packet that passes it: 64 KiB at most.
                #expect(unsent <= SocketDescriptor.unsentBytes + 64 * 1024)
            }
        }
    }

    @Test func `A writer that waits hears of time-out, cancellation, close and the end of its own stream`() async throws {
        try await withLoops(2) { loops in
            let much = [UInt8](repeating: 1, count: 64 << 20)
            let endings: [(SocketError, Duration?, @Sendable (SocketPair, Task<SocketError?, Never>) -> Void)] = [
                (.timedOut, .milliseconds(50), { _, _ in }),
                (.cancelled, nil, { $1.cancel() }),
                (.closed, nil, { pair, _ in pair.client.close() }),
                (.closed, nil, { pair, _ in pair.client.shutdownWrites() }),
                (.reset, nil, { pair, _ in pair.server.close() }),
            ]
            for (expected, limit, end) in endings {
                let pair = try await SocketPair(server: loops[0], client: loops[1])
                let writer = Task { await failure { () throws(SocketError) in try await pair.client.write(much, within: limit) } }
                if limit == nil { try await pair.client.untilWriterWaits() }
                end(pair, writer)
                #expect(await writer.value == expected)
            }
        }
    }

    @Test func `One task reads while another writes`() async throws {
        try await withLoops { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[0])
            let bytes = [UInt8](repeating: 5, count: 8 << 20)
            let echo = Task {
                while true {
                    let bytes = try await pair.server.receive(upTo: 65536)
                    if bytes.isEmpty { return pair.server.shutdownWrites() }
                    try await pair.server.write(bytes, within: nil)
                }
            }
            let writer = Task {
                try await pair.client.write(bytes, within: nil)
                pair.client.shutdownWrites()
            }
            #expect(try await pair.client.receiveAll() == bytes)
            try await writer.value
            try await echo.value
        }
    }
}
