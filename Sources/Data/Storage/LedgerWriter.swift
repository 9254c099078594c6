import Payments
import Reactor
import Synchronization

/// The one writer, on a thread of its own, with group commit: whatever waits when it comes round goes into one transaction, is committed once, and
/// only then hears of it. So a hundred writers at one time cost a few syncs of the disk and not a hundred.
actor LedgerWriter {
    /// Writes in one transaction: bounds how long the first waits for the last.
    static let maximumBatch = 1024

    private nonisolated let executor: ThreadExecutor
    nonisolated let file: String
    private nonisolated let queue: LedgerQueue
    private var connection: Connection?
    /// Transactions committed and writes in them since the start.
    private(set) var tally = Tally()

    struct Tally: Hashable, Sendable {
        var commits = 0
        var writes = 0
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ connection: sending Connection, file: String, maximumWaiting: Int, waitLimit: Duration) {
        self.connection = connection
        self.file = file
        queue = LedgerQueue(.write, file: file, maximum: maximumWaiting, waitLimit: waitLimit)
        executor = ThreadExecutor(name: "ledger-writer")
    }

    /// Runs `body` inside a transaction and answers when that is committed. When it throws, nothing of `body` is on record, save that nobody can say
    /// so of `.unanswered`.
    nonisolated func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageFault) -> Value
    ) async throws(LedgerError) -> Value {
        try await queue.submit(body) { Task(executorPreference: executor) { await self.commitWaiting() } }
    }

    /// How many writes wait.
    nonisolated var backlog: Int { queue.count }

    /// Turns new writes away, commits what waits, and closes the connection.
    func close() {
        queue.close()
        commitWaiting()
        connection = nil
    }

    /// Ends the thread. The actor stays usable, and answers `.closed`.
    nonisolated func shutdown() async {
        await executor.shutdown()
    }

    /// Runs `body` on the connection outside any transaction: for set-up, and for tests that change a PRAGMA.
    func onConnection(_ body: @Sendable (Connection) throws(StorageFault) -> Void) throws(StorageFault) {
        guard let connection else { return }
        try body(connection)
    }

    private func commitWaiting() {
        while true {
            let batch = queue.take(Self.maximumBatch)
            if batch.isEmpty { return }
            commit(batch)
        }
    }

    private func commit(_ batch: [any LedgerJob]) {
        guard let connection else {
            for write in batch { write.finish(failing: .closed) }
            return
        }
        do {
            try connection.transaction { connection throws(StorageFault) in
                for write in batch { try Self.run(write, on: connection) }
                // Checked last, as near to the commit as can be.
                if connection.hasMoved { throw StorageFault("was moved or deleted while it is in use") }
            }
            tally.commits += 1
            tally.writes += batch.count
            for write in batch { write.finish(file: file) }
        } catch {
            let failure = error.ledgerError(file: file)
            for write in batch { write.finish(failing: failure) }
        }
    }

    /// Runs one write in a savepoint, so that its failure undoes it alone. Throws only when the whole transaction is lost.
    private static func run(_ write: any LedgerJob, on connection: Connection) throws(StorageFault) {
        try connection.run("SAVEPOINT write")
        if let fault = write.run(on: connection) {
            // On a full disk and the like SQLite may have rolled everything back: the others' work is gone too.
            guard connection.isInTransaction else { throw fault }
            try connection.run("ROLLBACK TO write")
        }
        try connection.run("RELEASE write")
    }
}
