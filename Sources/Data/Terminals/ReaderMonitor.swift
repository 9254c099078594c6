internal import CPCSC
internal import Glibc
internal import Reactor
internal import Synchronization

/// The thread that listens to the PC/SC service: what it sees of the readers goes to the desk. It sleeps until something happens; while there is no
/// service it looks for one about once a second.
final class ReaderMonitor: Sendable {
    /// pcsc-lite's own wait without an end is one of 60 s, over and over. A wait that ends after as long also finds a reader that came just before
    /// it began.
    private static let wait: Duration = .seconds(60)
    /// How often in a row the list of readers may be out of date as soon as it is there.
    private static let maximumStaleLists = 16

    private struct Flags {
        var isStopping = false
        var isEnded = false
        var isWaking = false
        var task: Task<Void, Never>?

        /// False when somebody wakes the monitor already.
        mutating func beginWaking() -> Bool {
            guard !isWaking, !isEnded else { return false }
            isWaking = true
            return true
        }

        /// True when the monitor was told to stop in the meantime, and goes on.
        mutating func endWaking() -> Bool {
            isWaking = false
            return isStopping && !isEnded
        }
    }

    private let limits: ReaderLimits
    private let desk: TapDesk
    private let flags = Mutex(Flags())
    /// The context whose wait can be cancelled; the lock is held while somebody does, so that the context lives that long.
    private let waitingContext = Mutex<SCARDCONTEXT?>(nil)
    /// Reached when the thread has ended.
    private let end = Progress()

    init(limits: ReaderLimits, desk: TapDesk) {
        self.limits = limits
        self.desk = desk
        let executor = ThreadExecutor(name: "pcsc-monitor")
        let task = Task(executorPreference: executor) { [self] in await run() }
        flags.withLock { $0.task = task }
        Task { [self] in
            await task.value
            await executor.shutdown()
            end.advance()
        }
    }

    private var isStopping: Bool { flags.withLock { $0.isStopping } }

    /// Looks at all readers anew, soon: what other programs do with readers does not end a wait.
    func refresh() {
        wake(once: true)
    }

    /// Ends the thread, soon.
    func stop() {
        let task = flags.withLock { flags in
            flags.isStopping = true
            return flags.task
        }
        task?.cancel()
        // A wait that is only about to begin cannot be cancelled yet.
        wake(once: false)
    }

    /// Waits until the thread has ended; one that hangs in the service is left alone.
    func waitForEnd(within limit: Duration) async {
        await end.wait(beyond: 0, within: limit)
    }

    /// Cancelling asks the service, which may hang: so it has a thread as well, one at a time.
    private func wake(once: Bool) {
        guard flags.withLock({ $0.beginWaking() }) else { return }
        let executor = ThreadExecutor(name: "pcsc-wake")
        let task = Task(executorPreference: executor) { [self] in
            let deadline = MonotonicTime.now.advanced(by: limits.close)
            repeat {
                waitingContext.withLock { if let context = $0 { PCSCContext.cancel(context) } }
                if once || flags.withLock({ $0.isEnded }) { break }
                usleep(10_000)
            } while MonotonicTime.now < deadline
            // Somebody may have stopped the monitor meanwhile, and found this thread in the way.
            if flags.withLock({ $0.endWaking() }), once { stop() }
        }
        Task {
            await task.value
            await executor.shutdown()
        }
    }

    private func run() async {
        while !isStopping {
            do throws(PCSCCode) {
                let context = try PCSCContext()
                do throws(PCSCCode) {
                    try watch(context)
                } catch {
                    throw error.afterAdmission
                }
            } catch {
                if !isStopping { desk.loseService(error == .communicationError ? .noService : error) }
            }
            guard !isStopping else { break }
            try? await Task.sleep(for: limits.servicePause)
        }
        flags.withLock { $0.isEnded = true }
    }

    /// Tells the desk what happens until the service is lost or the monitor has to stop.
    private func watch(_ context: PCSCContext) throws(PCSCCode) {
        waitingContext.withLock { $0 = context.number }
        // It is released after nobody can cancel it any more.
        defer { withExtendedLifetime(context) { waitingContext.withLock { $0 = nil } } }
        var known = PCSCContext.Look.none
        var staleLists = 0
        while !isStopping {
            let names = try context.readerNames()
            let kept = known.reports.filter { names.contains($0.name) }
            if names.isEmpty || kept.count < known.reports.count {
                known.reports = kept
                desk.look(kept)
            }
            do throws(PCSCCode) {
                if let look = try context.change(of: names, since: known, within: Self.wait) {
                    known = look
                    desk.look(look.reports)
                } else {
                    known = .none
                }
                staleLists = 0
            } catch {
                // A reader went between the two calls.
                guard error == .unknownReader, staleLists < Self.maximumStaleLists else { throw error }
                staleLists += 1
            }
        }
    }
}
