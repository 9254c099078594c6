import CLinux
import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct StreamSocketTests {
    @Test func `Both sides know whom they talk to, send small writes at once and pass nothing on to child processes`() async throws {
        try await withLoops(2) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            async let accepted = listener.accept(on: loops[0])
            let client = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            let server = try await accepted
            #expect(client.peer == listener.address)
            #expect(server.peer.isLoopback)
            #expect(server.peer.port != listener.address.port)
            #expect(server.loop === loops[0])
            for socket in [server, client] {
                #expect(await socket.option(TCP_NODELAY, at: Int32(IPPROTO_TCP)) == 1)
                let (descriptorFlags, statusFlags) = await socket.loop.value { _ in
                    (fcntl(socket.channel.descriptor, F_GETFD), fcntl(socket.channel.descriptor, F_GETFL))
                }
                #expect(descriptorFlags & FD_CLOEXEC != 0)
                #expect(statusFlags & O_NONBLOCK != 0)
            }
        }
    }

    @Test func `Bytes arrive whole and in order, from each kind of buffer`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            let writer = Task {
                try await pair.client.write(bytes, within: .seconds(10))
                try await pair.client.write(bytes[1000..<2000], within: .seconds(10))
                let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
                defer { copy.deallocate() }
                copy.copyBytes(from: bytes)
                try await pair.client.write(UnsafeRawBufferPointer(copy), within: .seconds(10))
                try await pair.client.write([], within: .seconds(10))
                pair.client.shutdownWrites()
            }
            #expect(try await pair.server.receiveAll() == bytes + bytes[1000..<2000] + bytes)
            try await writer.value
        }
    }

    @Test func `A task that prefers the loop reads and writes without leaving it`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let echo = Task(executorPreference: loops[0]) {
                while true {
                    let bytes = try await pair.server.receive()
                    #expect(loops[0].isCurrent)
                    if bytes.isEmpty { return }
                    try await pair.server.write(bytes, within: .seconds(10))
                    #expect(loops[0].isCurrent)
                }
            }
            for round in 0..<100 {
                try await pair.client.write([UInt8(round)], within: .seconds(10))
                #expect(try await pair.client.receive() == [UInt8(round)])
            }
            pair.client.close()
            try await echo.value
        }
    }

    @Test func `A read that gets nothing in time says so, and the socket goes on`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let start = ContinuousClock.now
            #expect(await failure { () throws(SocketError) in try await pair.server.receive(within: .milliseconds(20)) } == .timedOut)
            #expect(ContinuousClock.now - start >= .milliseconds(20))
            // A later wait with an earlier end than the timer that is still set.
            let reader = Task { try await pair.server.receive(within: .seconds(3600)) }
            try await pair.server.untilReaderWaits()
            try await pair.client.write([1], within: .seconds(10))
            #expect(try await reader.value == [1])
            #expect(await failure { () throws(SocketError) in try await pair.server.receive(within: .milliseconds(1)) } == .timedOut)
            #expect(await failure { () throws(SocketError) in try await pair.server.receive(within: .zero) } == .timedOut)
            try await pair.client.write([2], within: .seconds(10))
            #expect(try await pair.server.receive() == [2])
            let lastReader = Task { await failure { () throws(SocketError) in try await pair.server.receive(within: .seconds(3600)) } }
            try await pair.server.untilReaderWaits()
            #expect(await loops[0].value { $0.timers.count } == 1)
            pair.server.close()
            #expect(await lastReader.value == .closed)
            #expect(await loops[0].value { $0.timers.count } == 0)
        }
    }

    @Test func `Waits with time-outs that do not come true leave one timer for each socket`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            for _ in 0..<50 {
                let reader = Task { try await pair.server.receive(within: .seconds(60)) }
                try await pair.server.untilReaderWaits()
                try await pair.client.write([1], within: .seconds(60))
                _ = try await reader.value
            }
            #expect(await loops[0].value { $0.timers.count } == 1)
        }
    }

    @Test func `Cancelling a task that reads wakes it at once, and the socket goes on`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            for preference in [loops[0], nil] {
                let reader = Task(executorPreference: preference) {
                    await failure { () throws(SocketError) in try await pair.server.receive(within: nil) }
                }
                try await pair.server.untilReaderWaits()
                reader.cancel()
                #expect(await reader.value == .cancelled)
            }
            try await pair.client.write([1], within: .seconds(10))
            #expect(try await pair.server.receive() == [1])
        }
    }

    @Test func `A cancelled task does not wait, but takes what is there`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            try await pair.client.write([7], within: .seconds(10))
            await Task(executorPreference: loops[0]) {
                #expect(await failure { () throws(SocketError) in try await pair.server.receive() } == nil)
                try? await pair.server.write([8], within: .seconds(10))
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(await failure { () throws(SocketError) in try await pair.server.receive() } == .cancelled)
                #expect(await failure { () throws(SocketError) in try await pair.server.write([9], within: .seconds(10)) } == nil)
            }.value
        }
    }

    @Test func `Closing a socket ends the read that waits on it, from the loop and from elsewhere`() async throws {
        try await withLoops(2) { loops in
            for closesOnLoop in [true, false] {
                let pair = try await SocketPair(server: loops[0], client: loops[1])
                let reader = Task { await failure { () throws(SocketError) in try await pair.server.receive(within: nil) } }
                try await pair.server.untilReaderWaits()
                if closesOnLoop { await loops[0].value { _ in pair.server.close() } } else { pair.server.close() }
                #expect(await reader.value == .closed)
                pair.server.close()
                #expect(await failure { () throws(SocketError) in try await pair.server.receive() } == .closed)
                #expect(await failure { () throws(SocketError) in try await pair.server.write([1], within: nil) } == .closed)
                pair.server.shutdownWrites()
                #expect(try await pair.client.receive() == [])
            }
        }
    }

    /// The kernel gives the lowest free number out again, so the socket opened right after a close gets the closed one's.
    @Test func `A reader of a closed socket never sees the bytes of the one that got its descriptor`() async throws {
        try await withLoops(2) { loops in
            for _ in 0..<100 {
                let old = try await SocketPair(server: loops[0], client: loops[1])
                let reader = Task { await failure { () throws(SocketError) in try await old.server.receive(within: nil) } }
                try await old.server.untilReaderWaits()
                // An event for the old socket is on its way while it closes.
                try await old.client.write([0xBD], within: .seconds(10))
                old.server.close()
                let new = try await SocketPair(server: loops[0], client: loops[1])
                try await new.client.write([1, 2, 3], within: .seconds(10))
                #expect(try await new.server.receive() == [1, 2, 3])
                // Either the byte came first or the close did.
                #expect([.closed, nil].contains(await reader.value))
                #expect(await failure { () throws(SocketError) in try await old.server.receive() } == .closed)
            }
        }
    }

    @Test func `A side that ended its stream can still read; the other reads to the end`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            try await pair.client.write([1, 2], within: .seconds(10))
            pair.client.shutdownWrites()
            #expect(try await pair.server.receiveAll() == [1, 2])
            #expect(try await pair.server.receive() == [])
            #expect(await failure { () throws(SocketError) in try await pair.client.write([3], within: nil) } == .closed)
            try await pair.server.write([4, 5], within: .seconds(10))
            #expect(try await pair.client.receive() == [4, 5])
            pair.server.close()
            #expect(try await pair.client.receive() == [])
        }
    }

    /// The read that took all there was asked for less than a full buffer; the end, which came with the bytes, must not be waited for.
    @Test func `An end of stream that came together with the last bytes is seen`() async throws {
        try await withLoops(2) { loops in
            for _ in 0..<50 {
                let pair = try await SocketPair(server: loops[0], client: loops[1])
                let reader = Task(executorPreference: loops[0]) { try await pair.server.receiveAll() }
                try await pair.server.untilReaderWaits()
                await loops[1].value { _ in
                    send(pair.client.channel.descriptor, [1], 1, Int32(MSG_NOSIGNAL))
                    pair.client.shutdownWrites()
                }
                #expect(try await reader.value == [1])
            }
        }
    }

    @Test func `Writing to a peer that is gone is an error, not a signal`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            pair.client.close()
            #expect(try await pair.server.receive() == [])
            // The first write is answered by a reset, of which a later one hears.
            var error: SocketError?
            while error == nil { error = await failure { () throws(SocketError) in try await pair.server.write([1], within: .seconds(10)) } }
            #expect(error == .reset)
        }
    }

    @Test func `A connection that the peer broke off says so to its reader`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let reader = Task { await failure { () throws(SocketError) in try await pair.server.receive(within: nil) } }
            try await pair.server.untilReaderWaits()
            // Closing with unread bytes makes the kernel send a reset (RFC 2525 section 2.17).
            await loops[0].value { _ in _ = send(pair.server.channel.descriptor, [1], 1, Int32(MSG_NOSIGNAL)) }
            await loops[1].value { _ in
                var byte: UInt8 = 0
                while recv(pair.client.channel.descriptor, &byte, 1, Int32(MSG_PEEK)) != 1 {}
                pair.client.close()
            }
            #expect(await reader.value == .reset)
        }
    }

    @Test func `Two readers at a time trap`() async throws {
        await #expect(processExitsWith: .failure) {
            try await withLoops(2) { loops in
                let pair = try await SocketPair(server: loops[0], client: loops[1])
                async let first = pair.server.receive(within: .seconds(10))
                async let second = pair.server.receive(within: .seconds(10))
                _ = try? await (first, second)
                pair.client.close()
            }
        }
    }

    @Test func `A socket that nobody refers to closes itself`() async throws {
        try await withLoops(2) { loops in
            let client = try await {
                let pair = try await SocketPair(server: loops[0], client: loops[1])
                #expect(await failure { () throws(SocketError) in try await pair.server.receive(within: .milliseconds(1)) } == .timedOut)
                return pair.client
            }()
            #expect(try await client.receive() == [])
            // The count follows the descriptor's end, which the client may see first.
            try await eventually { loops[0].openSockets == 0 }
        }
    }
}
