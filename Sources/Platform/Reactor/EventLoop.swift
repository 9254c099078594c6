import Glibc
import Synchronization

/// A thread that runs tasks and waits, in one place, for all their sockets and timers.
///
/// As a `TaskExecutor` it runs the tasks that prefer it (`Task(executorPreference: loop)`), as a `SerialExecutor` the actors that name it as their
/// `unownedExecutor`. What runs here must not block: everything else of the loop waits meanwhile.
///
/// A loop lives until `shutdown()`. A task that comes back to it afterwards still runs to its end, on a thread started for that; it finds its
/// sockets closed and its sleeps cancelled.
public final class EventLoop: Sendable {
    /// What the loop is called, and its thread as far as Linux keeps it.
    public let name: String

    private let inbox = Mutex(Inbox())
    let doorbell: Doorbell
    /// `pthread_self()` of the thread that is the loop right now, 0 if none is.
    private let thread = Atomic<pthread_t>(0)
    private let socketCount = Atomic<Int>(0)
    /// Unsafe: without a lock because only the loop's thread touches it, which `core` checks. A thread that follows another (a late one) took
    /// over through the inbox's lock.
    private nonisolated(unsafe) let unguardedCore: LoopCore

    /// Starts the loop's thread.
    public init(name: String) throws(SystemError) {
        self.name = name
        doorbell = try Doorbell()
        unguardedCore = LoopCore(poller: try Poller(doorbell: doorbell))
        try ReactorThread.start(name: name) { self.run() }
    }

    /// Whether the caller runs on this loop.
    public var isCurrent: Bool {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    /// How many sockets the loop has open; the measure by which a listener spreads connections. From any thread.
    public var openSockets: Int {
        socketCount.load(ordering: .sequentiallyConsistent)
    }

    /// In one order with `Reception.wantsRoom`: who closes a socket counts it and then looks whether somebody waits for that, who waits says so and then
    /// counts, and one of the two must see the other.
    func countSockets(by change: Int) {
        socketCount.wrappingAdd(change, ordering: .sequentiallyConsistent)
    }

    /// Runs `work` on the loop, after what is already queued. From any thread; the queue is bounded by memory only.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        enqueue(.work(work))
    }

    /// Ends the loop: cancels sleeps, closes the loop's sockets (what waits for them gets `.closed`), forgets timers and watches, runs what is
    /// queued, and returns when the thread is at its end. May be called again, and on the loop itself.
    public func shutdown() async {
        await withUnsafeContinuation { continuation in
            switch inbox.withLock({ $0.stop(continuation) }) {
            case nil: continuation.resume()
            case .ring: doorbell.ring()
            case .some(.none), .revive: break
            }
        }
    }

    /// Runs `body` on the loop, to its end; straight away if that is where the task is and where it comes back to after a wait.
    ///
    /// `@concurrent`, for a body that stayed on its caller's executor would not go to the loop.
    @inline(__always)
    func perform<Result, Failure>(_ body: @concurrent () async throws(Failure) -> Result) async throws(Failure) -> Result {
        if isCurrent, isPreferredByCurrentTask { return try await body() }
        return try await withTaskExecutorPreference(self, operation: body)
    }

    /// A task can be on the loop's thread without that: one that `Task.immediate` began there stays until its first wait.
    private var isPreferredByCurrentTask: Bool {
        withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
    }

    /// When what the loop is doing now became possible: cheaper than to ask for the time, for deadlines which a turn's length does not matter to. On the
    /// loop only.
    public var timeOfWakeup: MonotonicTime { core.poller.lastWakeup }

    /// The loop's own state; on the loop only.
    var core: LoopCore {
        precondition(isCurrent, "used off its event loop")
        return unguardedCore
    }

    func enqueue(_ job: Job) {
        if isCurrent {
            unguardedCore.jobs.append(job)
            return
        }
        switch inbox.withLock({ $0.post(job) }) {
        case .none: break
        case .ring: doorbell.ring()
        case .revive: ReactorThread.startOrTrap(name: name) { self.drain() }
        }
    }
}

extension EventLoop {
    /// A turn runs what is queued, then the timers that are due, then asks epoll, and waits there only if nothing is left to run.
    private func run() {
        thread.store(pthread_self(), ordering: .relaxed)
        let core = unguardedCore
        while !takePosted() {
            runJobs()
            let now = MonotonicTime.now
            core.fireTimers(due: now)
            // Asked last: from then on whoever posts a job rings.
            let mayWait = core.isIdle && inbox.withLock { $0.prepareToWait() }
            core.poll(milliseconds: mayWait ? core.millisecondsToNextTimer(from: now) : 0)
        }
        core.close()
        drain()
    }

    /// Takes what other threads posted; answers whether the loop has to end.
    private func takePosted() -> Bool {
        inbox.withLock { inbox in
            inbox.take(into: &unguardedCore.jobs)
            return inbox.isStopping
        }
    }

    /// Runs jobs until none is left, and ends the thread's claim on the loop.
    private func drain() {
        thread.store(pthread_self(), ordering: .relaxed)
        while true {
            _ = takePosted()
            while !unguardedCore.jobs.isEmpty { runJobs() }
            thread.store(0, ordering: .relaxed)
            if let waiters = inbox.withLock({ $0.end() }) {
                for waiter in waiters { waiter.resume() }
                return
            }
            thread.store(pthread_self(), ordering: .relaxed)
        }
    }

    /// Runs what is queued and what that queues, up to a bound, so that jobs which queue jobs cannot keep sockets and timers waiting.
    private func runJobs() {
        let core = unguardedCore
        var budget = 1024
        while budget > 0, !core.jobs.isEmpty {
            core.jobs.exchange(for: &core.batch)
            budget -= core.batch.count
            for index in core.batch.indices {
                switch core.batch[index] {
                case .task(let job): job.runSynchronously(on: asUnownedTaskExecutor())
                case .work(let work): work()
                }
            }
            core.batch.removeAll(keepingCapacity: true)
        }
    }
}

extension EventLoop: TaskExecutor, SerialExecutor {
    /// Runs a piece of a task on the loop. From the loop itself this neither locks nor makes a system call.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.task(UnownedJob(job)))
    }

    /// The loop as what an actor names as its executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// The loop as what a task prefers.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Traps unless called on the loop; the language's `assumeIsolated` asks it.
    public func checkIsolated() {
        precondition(isCurrent, "not on event loop \(name)")
    }

    /// Whether the caller is on the loop.
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }
}
