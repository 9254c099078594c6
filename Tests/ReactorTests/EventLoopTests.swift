import CLinux
import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct EventLoopTests {
    @Test func `A task that prefers a loop runs on its thread, before and after each wait`() async throws {
        try await withLoops(2) { loops in
            for loop in loops {
                await Task(executorPreference: loop) {
                    #expect(loop.isCurrent)
                    await Task.yield()
                    #expect(loop.isCurrent)
                    try? await loop.sleep(for: .milliseconds(1))
                    #expect(loop.isCurrent)
                    #expect(loops.filter(\.isCurrent).count == 1)
                }.value
            }
        }
    }

    @Test func `Children of a task that prefers a loop run there too`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            await Task(executorPreference: loop) {
                await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<10 { group.addTask { loop.isCurrent } }
                    for await isOnLoop in group { #expect(isOnLoop) }
                }
            }.value
        }
    }

    @Test func `Nobody else is on the loop`() async throws {
        try await withLoops { loops in
            #expect(!loops[0].isCurrent)
            #expect(loops[0].isIsolatingCurrentContext() == false)
        }
    }

    @Test func `An actor that names a loop as its executor runs there, and its state is its own`() async throws {
        try await withLoops { loops in
            let counter = LoopActor(on: loops[0])
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { await counter.add() } }
            }
            #expect(await counter.count == 100)
            #expect(await counter.wasAlwaysOnLoop)
        }
    }

    @Test func `Closures run in the order in which one thread hands them over`() async throws {
        try await withLoops { loops in
            let seen = Recorder<Int>()
            for number in 0..<1000 { loops[0].execute { seen.append(number) } }
            await loops[0].value { _ in }
            #expect(seen.values == Array(0..<1000))
        }
    }

    @Test func `Closures of the loop itself run after what is queued, not inside the caller`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let seen = Recorder<String>()
            await loop.value { _ in
                loop.execute { seen.append("later") }
                seen.append("now")
            }
            await loop.value { _ in }
            #expect(seen.values == ["now", "later"])
        }
    }

    @Test func `Jobs that come from the loop itself ring no bell, those from outside one a wait`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            await Task(executorPreference: loop) {
                loop.resetRings()
                for _ in 0..<1000 { await Task.yield() }
                for _ in 0..<1000 { loop.execute {} }
                let child = Task(executorPreference: loop) { 1 }
                _ = await child.value
                #expect(loop.resetRings() == 0)
            }.value
            // The counter sees rings at all, as soon as one finds the loop waiting.
            while loop.resetRings() == 0 { await loop.value { _ in } }
        }
    }

    @Test func `Jobs that queue jobs without end keep neither timers nor sockets waiting`() async throws {
        try await withLoops(2) { loops in
            let pair = try await SocketPair(server: loops[0], client: loops[1])
            let spinner = Task(executorPreference: loops[0]) { while !Task.isCancelled { await Task.yield() } }
            try await loops[0].sleep(for: .milliseconds(1))
            try await pair.client.write([1], within: .seconds(10))
            #expect(try await pair.server.receive() == [1])
            spinner.cancel()
        }
    }

    @Test func `A loop that has worked and has nothing to do sleeps`() async throws {
        try await withLoops { loops in
            let before = await loops[0].processorTime
            try await Task.sleep(for: .milliseconds(500))
            let after = await loops[0].processorTime
            #expect(after - before < .milliseconds(100), "it asks on for microseconds only")
        }
    }

    @Test func `What belongs to the loop traps when used elsewhere`() async throws {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop(name: "elsewhere")
            loop.schedule(after: .zero) {}
        }
    }

    @Test func `A group hands its loops out in turn`() async throws {
        let group = try EventLoopGroup(count: 3)
        let turns = (0..<6).map { _ in group.next() }
        #expect(turns.map(ObjectIdentifier.init) == (group.loops + group.loops).map(ObjectIdentifier.init))
        await group.shutdown()
    }

    @Test func `A loop's thread carries its name and blocks signals`() async throws {
        let loop = try EventLoop(name: "a-name-longer-than-linux-keeps")
        let (name, blocksTermination) = await loop.value { _ in
            var text = [CChar](repeating: 0, count: 32)
            pthread_getname_np(pthread_self(), &text, text.count)
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return (String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self), sigismember(&mask, SIGTERM) == 1)
        }
        #expect(name == "a-name-longer-t")
        #expect(blocksTermination)
        await loop.shutdown()
    }
}

private actor LoopActor {
    private let loop: EventLoop
    private(set) var count = 0
    private(set) var wasAlwaysOnLoop = true
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: EventLoop) {
        self.loop = loop
    }

    func add() async {
        let before = count
        wasAlwaysOnLoop = wasAlwaysOnLoop && loop.isCurrent
        loop.preconditionIsolated()
        count = before + 1
        await Task.yield()
        wasAlwaysOnLoop = wasAlwaysOnLoop && loop.isCurrent
    }
}

extension EventLoop {
    /// What its thread has taken so far.
    fileprivate var processorTime: Duration {
        get async {
            await withCheckedContinuation { continuation in
                execute {
                    var time = timespec()
                    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                    continuation.resume(returning: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
                }
            }
        }
    }
}
