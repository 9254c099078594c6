import CLinux
import Glibc
import Synchronization

/// A thread of its own for an actor whose work blocks (a database file, a card reader): name it as the actor's `unownedExecutor`.
///
/// It lives until `shutdown()`. Jobs that come afterwards still run, one at a time, on a thread started for them.
public final class ThreadExecutor: Sendable {
    /// What the executor is called, and its thread as far as Linux keeps it.
    public let name: String

    private let inbox = Mutex(Inbox())
    private let bell = Semaphore()
    /// `pthread_self()` of the thread that is the executor right now, 0 if none is.
    private let thread = Atomic<pthread_t>(0)

    /// Starts the thread.
    public init(name: String) {
        self.name = name
        ReactorThread.startOrTrap(name: name) { self.run() }
    }

    /// Whether the caller runs on this executor.
    public var isCurrent: Bool {
        thread.load(ordering: .relaxed) == pthread_self()
    }

    /// Runs what is queued, and returns when the thread is at its end. May be called again, and on the executor itself.
    public func shutdown() async {
        await withUnsafeContinuation { continuation in
            switch inbox.withLock({ $0.stop(continuation) }) {
            case nil: continuation.resume()
            case .ring: bell.signal()
            case .some(.none), .revive: break
            }
        }
    }

    private func run() {
        thread.store(pthread_self(), ordering: .relaxed)
        var jobs = JobQueue()
        while !inbox.withLock({ $0.isStopping }) {
            runJobs(&jobs)
            if inbox.withLock({ $0.prepareToWait() }) { bell.wait() }
        }
        drain()
    }

    /// Runs jobs until none is left, and ends the thread's claim on the executor.
    private func drain() {
        thread.store(pthread_self(), ordering: .relaxed)
        var jobs = JobQueue()
        while true {
            runJobs(&jobs)
            thread.store(0, ordering: .relaxed)
            if let waiters = inbox.withLock({ $0.end() }) {
                for waiter in waiters { waiter.resume() }
                return
            }
            thread.store(pthread_self(), ordering: .relaxed)
        }
    }

    private func runJobs(_ jobs: inout JobQueue) {
        inbox.withLock { $0.take(into: &jobs) }
        var batch: [Job] = []
        jobs.exchange(for: &batch)
        for job in batch {
            switch job {
            case .task(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .work(let work): work()
            }
        }
    }
}

extension ThreadExecutor: SerialExecutor, TaskExecutor {
    /// Runs a piece of a task on the thread, after what is already queued.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = Job.task(UnownedJob(job))
        switch inbox.withLock({ $0.post(job) }) {
        case .none: break
        case .ring: bell.signal()
        case .revive: ReactorThread.startOrTrap(name: name) { self.drain() }
        }
    }

    /// The executor as what an actor names.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// The executor as what a task prefers.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    /// Traps unless called on the thread; the language's `assumeIsolated` asks it.
    public func checkIsolated() {
        precondition(isCurrent, "not on thread \(name)")
    }

    /// Whether the caller is on the thread.
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }
}
