public import Payments

/// The ledger in one SQLite file, for one gateway process.
///
/// Durable: WAL with `synchronous=FULL`, so that a commit has reached the disk before anyone hears of it. A disk that was full, or a file that was
/// locked, makes writes throw `.unavailable` only for as long as it is so: nothing has to be started again.
public final class SQLiteLedger: Sendable {
    let writer: LedgerWriter
    let reader: LedgerReader
    private let file: LedgerFile

    private init(writer: LedgerWriter, reader: LedgerReader, file: LedgerFile) {
        self.writer = writer
        self.reader = reader
        self.file = file
    }

    /// Opens the file, creates it if there is none, and brings it to this version's schema.
    ///
    /// Refused with the file and the cause: a missing or unwritable folder, a file that another process uses, that is damaged or no ledger, or that a
    /// newer version wrote.
    public static func open(path: String, bounds: LedgerBounds) throws(LedgerError) -> SQLiteLedger {
        try open(path: path, bounds: bounds, options: Options())
    }

    /// What tests turn.
    struct Options: Sendable {
        /// How long to wait for a lock that another program holds on the file.
        var busyTimeout: Duration = .seconds(5)
        /// How long a caller waits for its answer.
        var waitLimit = LedgerQueue.waitLimit
        /// Pages in the WAL after which a commit also moves them into the file; 0 for never.
        var checkpointPages = 1000
    }

    static func open(path: String, bounds: LedgerBounds, options: Options) throws(LedgerError) -> SQLiteLedger {
        do {
            let file = try LedgerFile(path: path)
            let writing = try connect(file.path, options)
            try Migrations.apply(to: writing)
            let reading = try connect(file.path, options)
            try reading.execute("PRAGMA query_only = ON")
            return SQLiteLedger(
                writer: LedgerWriter(writing, file: path, maximumWaiting: bounds.writes, waitLimit: options.waitLimit),
                reader: LedgerReader(reading, file: path, maximumWaiting: bounds.reads, waitLimit: options.waitLimit), file: file)
        } catch {
            throw error.ledgerError(file: path)
        }
    }

    private static func connect(_ path: String, _ options: Options) throws(StorageFault) -> sending Connection {
        let connection = try Connection(path: path, busyTimeout: options.busyTimeout)
        // First of all, so that a file that is not ours stays as it is.
        _ = try Migrations.version(of: connection)
        let mode = try connection.first("PRAGMA journal_mode = WAL") { row throws(StorageFault) in try row.text() }
        // Some network file systems have no shared memory: SQLite then keeps the old mode without a word.
        guard mode == "wal" else { throw StorageFault("its file system cannot keep a write-ahead log") }
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA wal_autocheckpoint = \(options.checkpointPages);
            PRAGMA journal_size_limit = 67108864;
            """)
        return connection
    }

    /// Commits what waits, then closes the file and lets it go. Later calls throw `.closed`.
    public func close() async {
        await reader.close()
        await writer.close()
        await reader.shutdown()
        await writer.shutdown()
        file.unlock()
    }
}

/// How much may wait for the ledger. Beyond it `.overloaded` is thrown at once, and nothing was done.
public struct LedgerBounds: Hashable, Sendable {
    /// Changes that wait to be begun; those that are being committed have left the queue.
    public var writes: Int
    /// Questions that wait to be answered.
    public var reads: Int

    /// Sets both.
    public init(writes: Int, reads: Int) {
        self.writes = writes
        self.reads = reads
    }
}
