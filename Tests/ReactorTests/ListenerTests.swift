import CLinux
import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
    @Test func `Port 0 asks for a free port, which the listener tells`() throws {
        let first = try Listener.bind(to: .anyLoopbackPort)
        let second = try Listener.bind(to: .anyLoopbackPort)
        #expect(first.address.port != 0)
        #expect(second.address.port != first.address.port)
        #expect(first.address.host == "127.0.0.1")
    }

    @Test func `An address in use is refused, and free as soon as its listener is closed`() throws {
        let first = try Listener.bind(to: .anyLoopbackPort)
        #expect(throws: SystemError(call: "bind", code: EADDRINUSE)) { try Listener.bind(to: first.address) }
        first.close()
        first.close()
        let second = try Listener.bind(to: first.address)
        #expect(second.address == first.address)
    }

    @Test func `A listener that nobody refers to closes itself`() async throws {
        try await withLoops { loops in
            let address = try await {
                let listener = try Listener.bind(to: .anyLoopbackPort)
                async let accepted = listener.accept(on: loops[0])
                _ = try await StreamSocket.connect(to: listener.address, on: loops[0], within: .seconds(10))
                _ = try await accepted
                return listener.address
            }()
            _ = try Listener.bind(to: address)
        }
    }

    @Test(arguments: [1, 2, 3]) func `Connections are spread evenly over the loops that accept`(loopCount: Int) async throws {
        try await withLoops(loopCount + 1) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let accepted = Recorder<StreamSocket>()
            let acceptors = loops.dropLast().map { loop in
                Task(executorPreference: loop) {
                    while let socket = try? await listener.accept(on: loop) { accepted.append(socket) }
                }
            }
            // With an acceptor missing, what comes meanwhile would go to the others.
            for loop in loops.dropLast() { try await loop.until { $0.poller.sources.count == 1 } }
            let clientLoop = loops[loopCount]
            let clients = try await withThrowingTaskGroup(of: StreamSocket.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await StreamSocket.connect(to: listener.address, on: clientLoop, within: .seconds(10)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await eventually { !(accepted.values.count < clients.count) }
            for loop in loops.dropLast() { #expect(accepted.values.count { $0.loop === loop } == 60 / loopCount) }
            listener.close()
            for acceptor in acceptors { await acceptor.value }
        }
    }

    @Test func `A loop with fewer sockets gets what comes, until all have equally many`() async throws {
        try await withLoops(3) { loops in
            var busy: [SocketPair] = []
            for _ in 0..<5 { busy.append(try await SocketPair(server: loops[0], client: loops[2])) }
            let accepted = try await accept(15, on: [loops[0], loops[1]], clientLoop: loops[2])
            #expect(accepted.count { $0.loop === loops[0] } == 5)
            #expect(accepted.count { $0.loop === loops[1] } == 10)
            for pair in busy { pair.server.close() }
        }
    }

    @Test func `Brief connections that come one by one take turns`() async throws {
        try await withLoops(3) { loops in
            let accepted = try await accept(10, on: [loops[0], loops[1]], clientLoop: loops[2], keepingOpen: false)
            #expect(accepted.count { $0.loop === loops[0] } == 5)
        }
    }

    /// What loops accept of connections that come one after another.
    private func accept(
        _ count: Int, on loops: [EventLoop], clientLoop: EventLoop, keepingOpen: Bool = true
    ) async throws -> [StreamSocket] {
        let listener = try Listener.bind(to: .anyLoopbackPort)
        let accepted = Recorder<StreamSocket>()
        let acceptors = loops.map { loop in
            Task(executorPreference: loop) {
                while let socket = try? await listener.accept(on: loop) {
                    if !keepingOpen { socket.close() }
                    accepted.append(socket)
                }
            }
        }
        try await loops[0].until { _ in listener.waitingCount == loops.count }
        for number in 1...count {
            _ = try await StreamSocket.connect(to: listener.address, on: clientLoop, within: .seconds(10))
            try await loops[0].until { _ in accepted.values.count == number && listener.waitingCount == loops.count }
        }
        listener.close()
        for acceptor in acceptors { await acceptor.value }
        return accepted.values
    }

    @Test func `More connections than loops keep for later are all served in the end`() async throws {
        try await withLoops(2) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            var clients: [StreamSocket] = []
            for _ in 0..<100 { clients.append(try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))) }
            var servers: [StreamSocket] = []
            for _ in 0..<100 { servers.append(try await listener.accept(on: loops[0])) }
            for client in clients { try await client.write([9], within: .seconds(10)) }
            for server in servers { #expect(try await server.receive() == [9]) }
        }
    }

    @Test func `Cancelling a task that accepts wakes it, and takes no connection away`() async throws {
        try await withLoops(2) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            for preference in [loops[0], nil] {
                let acceptor = Task(executorPreference: preference) {
                    await failure { () throws(SocketError) in try await listener.accept(on: loops[0]) }
                }
                try await loops[0].until { _ in listener.waitingCount == 1 }
                acceptor.cancel()
                #expect(await acceptor.value == .cancelled)
            }
            let client = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            let server = try await listener.accept(on: loops[0])
            try await client.write([1], within: .seconds(10))
            #expect(try await server.receive() == [1])
        }
    }

    @Test func `A task that is cancelled already does not wait for a connection`() async throws {
        try await withLoops { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            await Task(executorPreference: loops[0]) {
                withUnsafeCurrentTask { $0?.cancel() }
                #expect(await failure { () throws(SocketError) in try await listener.accept(on: loops[0]) } == .cancelled)
            }.value
            #expect(listener.waitingCount == 0)
        }
    }

    @Test func `Closing the listener ends every accept, and breaks off connections that nobody accepted`() async throws {
        try await withLoops(3) { loops in
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let acceptors = loops[..<2].map { loop in Task { await failure { () throws(SocketError) in try await listener.accept(on: loop) } } }
            for _ in acceptors { try await loops[0].until { _ in listener.waitingCount == 2 } }
            listener.close()
            for acceptor in acceptors { #expect(await acceptor.value == .closed) }
            #expect(await failure { () throws(SocketError) in try await listener.accept(on: loops[0]) } == .closed)
            for loop in loops { #expect(await loop.value { $0.poller.sources.count } == 0) }

            let other = try Listener.bind(to: .anyLoopbackPort)
            let client = try await StreamSocket.connect(to: other.address, on: loops[2], within: .seconds(10))
            let reader = Task { await failure { () throws(SocketError) in try await client.receive(within: nil) } }
            try await client.untilReaderWaits()
            other.close()
            #expect(await reader.value == .reset)
        }
    }

    @Test func `What came before a listener closes is still given out`() async throws {
        try await withLoops(2) { loops in
            let faults = FaultyAccept(codes: [EMFILE], again: true)
            let listener = try Listener.bind(to: .anyLoopbackPort, accepting: faults)
            let first = Task { try await listener.accept(on: loops[0]) }
            try await loops[0].until { _ in listener.waitingCount == 1 }
            var clients: [StreamSocket] = []
            for _ in 0..<3 { clients.append(try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))) }
            // None is taken up to now.
            faults.heal()
            listener.close()
            let servers = [try await first.value, try await listener.accept(on: loops[0]), try await listener.accept(on: loops[0])]
            #expect(await failure { () throws(SocketError) in try await listener.accept(on: loops[0]) } == .closed)
            for client in clients { try await client.write([5], within: .seconds(10)) }
            for server in servers { #expect(try await server.receive() == [5]) }
        }
    }

    @Test func `With as many sockets as loops may have connections wait until one closes`() async throws {
        try await withLoops(3) { loops in
            let changes = Recorder<AcceptingChange>()
            let listener = try Listener.bind(to: .anyLoopbackPort, capacity: 2) { changes.append($0) }
            let accepted = Recorder<StreamSocket>()
            let acceptors = loops[..<2].map { loop in
                Task(executorPreference: loop) {
                    while let socket = try? await listener.accept(on: loop) { accepted.append(socket) }
                }
            }
            try await loops[0].until { _ in listener.waitingCount == 2 }
            var clients: [StreamSocket] = []
            for _ in 0..<4 { clients.append(try await StreamSocket.connect(to: listener.address, on: loops[2], within: .seconds(10))) }
            // Told as the second is handed out, so maybe before its acceptor has got it.
            try await eventually { changes.values == [.full] && accepted.values.count == 2 }
            #expect(loops[0].openSockets + loops[1].openSockets == 2)
            for count in 3...4 {
                await accepted.values[count - 3].loop.value { [socket = accepted.values[count - 3]] _ in socket.close() }
                listener.roomChanged()
                try await eventually { accepted.values.count == count }
            }
            // The last one that was taken left nobody waiting.
            try await eventually { changes.values.last == .resumed }
            #expect(loops[0].openSockets + loops[1].openSockets == 2)
            listener.close()
            for acceptor in acceptors { await acceptor.value }
        }
    }

    @Test func `A loop that shuts down leaves the others accepting`() async throws {
        try await withLoops(2) { loops in
            let leaving = try EventLoop(name: "leaving")
            let listener = try Listener.bind(to: .anyLoopbackPort)
            let first = Task { await failure { () throws(SocketError) in try await listener.accept(on: leaving) } }
            try await leaving.until { _ in listener.waitingCount == 1 }
            let second = Task { try await listener.accept(on: loops[0]) }
            try await loops[0].until { _ in listener.waitingCount == 2 }
            await leaving.shutdown()
            #expect(await first.value == .closed)
            #expect(await failure { () throws(SocketError) in try await listener.accept(on: leaving) } == .closed)
            _ = try await StreamSocket.connect(to: listener.address, on: loops[1], within: .seconds(10))
            #expect(try await second.value.loop === loops[0])
        }
    }
}
