import Testing

@testable import Reactor

/// Socket operations may be called from wherever a task runs, and then go back there.
@Suite(.timeLimit(.minutes(1))) struct CallerTests {
    @Test func `From an actor of the default executor`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { try await DefaultActor().exchange($0) }
        }
    }

    @Test func `From an actor that runs on the socket's loop`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { try await LoopActor(on: loops[1]).exchange($0) }
        }
    }

    @Test func `From an actor that runs on another loop`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { try await LoopActor(on: loops[0]).exchange($0) }
        }
    }

    @Test func `From an actor with a thread of its own`() async throws {
        let executor = ThreadExecutor(name: "caller")
        try await withLoops(2) { loops in
            try await echo(loops) { try await ThreadActor(on: executor).exchange($0) }
        }
        await executor.shutdown()
    }

    @Test func `From the main actor`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { socket in
                try await Task { @MainActor in
                    let answer = try await exchange(socket)
                    MainActor.assertIsolated()
                    return answer
                }.value
            }
        }
    }

    @Test func `From a task that prefers another loop`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { socket in
                try await Task(executorPreference: loops[0]) {
                    let answer = try await exchange(socket)
                    #expect(loops[0].isCurrent)
                    return answer
                }.value
            }
        }
    }

    @Test func `From a task that begins on the loop's thread without preferring the loop`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { socket in
                try await loops[1].value { _ in Task.immediate { try await exchange(socket) } }.value
            }
        }
    }

    @Test func `From a function that stays on its caller's actor`() async throws {
        try await withLoops(2) { loops in
            try await echo(loops) { try await LoopActor(on: loops[1]).exchangeStaying($0) }
            try await echo(loops) { try await DefaultActor().exchangeStaying($0) }
        }
    }

    /// A peer on the first loop answers what `client` asks on a socket of the second one.
    private func echo(_ loops: [EventLoop], client: (StreamSocket) async throws -> [UInt8]) async throws {
        let pair = try await SocketPair(server: loops[0], client: loops[1])
        let peer = Task(executorPreference: loops[0]) {
            // The client waits before there is an answer.
            try await loops[1].until { _ in pair.client.channel.reading.isWaiting }
            try await pair.server.write(try await pair.server.receive(), within: .seconds(10))
        }
        #expect(try await client(pair.client) == [1, 2, 3])
        try await peer.value
    }
}

private func exchange(_ socket: StreamSocket) async throws -> [UInt8] {
    try await socket.write([1, 2, 3], within: .seconds(10))
    return try await socket.receive()
}

nonisolated(nonsending) private func exchangeOnCaller(_ socket: StreamSocket) async throws -> [UInt8] {
    try await socket.write([1, 2, 3], within: .seconds(10))
    return try await socket.receive()
}

private actor DefaultActor {
    func exchange(_ socket: StreamSocket) async throws -> [UInt8] {
        let answer = try await ReactorTests.exchange(socket)
        assertIsolated()
        return answer
    }

    func exchangeStaying(_ socket: StreamSocket) async throws -> [UInt8] {
        try await exchangeOnCaller(socket)
    }
}

private actor LoopActor {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func exchange(_ socket: StreamSocket) async throws -> [UInt8] {
        let answer = try await ReactorTests.exchange(socket)
        #expect(loop.isCurrent)
        return answer
    }

    func exchangeStaying(_ socket: StreamSocket) async throws -> [UInt8] {
        let answer = try await exchangeOnCaller(socket)
        #expect(loop.isCurrent)
        return answer
    }
}

private actor ThreadActor {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(on executor: ThreadExecutor) {
        self.executor = executor
    }

    func exchange(_ socket: StreamSocket) async throws -> [UInt8] {
        let answer = try await ReactorTests.exchange(socket)
        #expect(executor.isCurrent)
        return answer
    }
}
