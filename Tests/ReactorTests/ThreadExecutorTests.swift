import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct ThreadExecutorTests {
    @Test func `An actor with its own thread runs there and nowhere else, one job at a time`() async throws {
        let executor = ThreadExecutor(name: "ledger")
        let blocking = BlockingActor(on: executor)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { await blocking.work() } }
        }
        #expect(await blocking.threads.count == 1)
        #expect(await blocking.largestOverlap == 1)
        #expect(await blocking.wasAlwaysCurrent)
        #expect(!executor.isCurrent)
        #expect(executor.isIsolatingCurrentContext() == false)
        await executor.shutdown()
    }

    @Test func `Two executors block independently`() async throws {
        let (first, second) = (ThreadExecutor(name: "first"), ThreadExecutor(name: "second"))
        let gate = Gate()
        let blocked = Task(executorPreference: first) { gate.pass() }
        // Would hang if both shared the thread that the first one blocks.
        await Task(executorPreference: second) { #expect(second.isCurrent) }.value
        gate.open()
        await blocked.value
        await first.shutdown()
        await second.shutdown()
    }

    @Test func `A task may prefer the executor`() async throws {
        let executor = ThreadExecutor(name: "tasks")
        await Task(executorPreference: executor) {
            #expect(executor.isCurrent)
            await Task.yield()
            #expect(executor.isCurrent)
        }.value
        await executor.shutdown()
    }

    @Test func `Shutdown runs what is queued, and a later job still runs, alone`() async throws {
        let executor = ThreadExecutor(name: "late")
        let blocking = BlockingActor(on: executor)
        let early = (0..<50).map { _ in Task { await blocking.work() } }
        for task in early { await task.value }
        await executor.shutdown()
        await executor.shutdown()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { await blocking.work() } }
        }
        #expect(await blocking.calls == 100)
        #expect(await blocking.largestOverlap == 1)
        #expect(await blocking.wasAlwaysCurrent)
    }

    @Test func `Shutdown may be asked for on the executor itself`() async throws {
        let executor = ThreadExecutor(name: "self")
        await Task(executorPreference: executor) { await executor.shutdown() }.value
        await Task(executorPreference: executor) { #expect(executor.isCurrent) }.value
    }
}

private actor BlockingActor {
    private let executor: ThreadExecutor
    private let running = Counter()
    private(set) var calls = 0
    private(set) var threads: Set<pthread_t> = []
    private(set) var largestOverlap = 0
    private(set) var wasAlwaysCurrent = true
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(on executor: ThreadExecutor) {
        self.executor = executor
    }

    func work() {
        running.add(1)
        largestOverlap = max(largestOverlap, running.value)
        usleep(10)
        calls += 1
        threads.insert(pthread_self())
        wasAlwaysCurrent = wasAlwaysCurrent && executor.isCurrent
        executor.preconditionIsolated()
        running.add(-1)
    }
}
