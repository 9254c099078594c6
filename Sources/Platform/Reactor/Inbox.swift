/// The jobs that other threads hand to an executor's thread, and the life of that thread. Kept under a lock.
///
/// An executor outlives its thread: a task may come back to it after `shutdown()`, from an actor or from another loop. Such a task has to end
/// too, so a late job starts a thread that runs what is there and ends again.
struct Inbox {
    /// What the one who posted a job has to do.
    enum Duty {
        /// Nothing: the thread is busy and looks here before it waits.
        case none
        /// The thread waits: wake it.
        case ring
        /// There is no thread: start one that drains.
        case revive
    }

    private enum Phase {
        case running
        case stopping
        case ended
        case draining
    }

    private var phase = Phase.running
    private var jobs: [Job] = []
    private var isThreadWaiting = false
    private var endWaiters: [UnsafeContinuation<Void, Never>] = []

    mutating func post(_ job: Job) -> Duty {
        jobs.append(job)
        if phase == .ended {
            phase = .draining
            return .revive
        }
        return ring()
    }

    /// Whether the thread has been asked to end.
    var isStopping: Bool { phase == .stopping }

    /// Moves what was posted to the thread's own queue.
    mutating func take(into queue: inout JobQueue) {
        isThreadWaiting = false
        guard !jobs.isEmpty else { return }
        queue.append(contentsOf: jobs)
        jobs.removeAll(keepingCapacity: true)
    }

    /// Whether the thread may wait. If so, whoever posts from now on rings.
    mutating func prepareToWait() -> Bool {
        isThreadWaiting = jobs.isEmpty && phase != .stopping
        return isThreadWaiting
    }

    /// Asks the thread to end, and keeps `waiter` until it has; nil when there is nothing to wait for.
    mutating func stop(_ waiter: UnsafeContinuation<Void, Never>) -> Duty? {
        guard phase == .running || phase == .stopping else { return nil }
        phase = .stopping
        endWaiters.append(waiter)
        return ring()
    }

    /// Marks the thread as ended if no job is left; answers those who wait for that, or nil if there is more to run.
    mutating func end() -> [UnsafeContinuation<Void, Never>]? {
        guard jobs.isEmpty else { return nil }
        phase = .ended
        defer { endWaiters = [] }
        return endWaiters
    }

    private mutating func ring() -> Duty {
        guard isThreadWaiting else { return .none }
        isThreadWaiting = false
        return .ring
    }
}
