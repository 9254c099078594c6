import CSQLite
import Payments

/// One connection to a database file. It belongs to one actor and is used on that actor's thread alone, so SQLite's own mutexes are off.
final class Connection {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens an existing file.
    init(path: String, busyTimeout: Duration) throws(StorageFault) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw StorageFault(handle, code: code)
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.wholeMilliseconds))
        csqlite_be_defensive(handle)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs SQL without parameters: a script, or a PRAGMA whose answer nobody needs.
    func execute(_ script: String) throws(StorageFault) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw StorageFault(handle, code: code) }
    }

    /// Runs a statement; answers how many rows it changed. Its compiled form is kept: `sql` must not hold values.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws(StorageFault) -> Int {
        try statement(sql).run(values) { _ throws(StorageFault) in }
        return Int(sqlite3_changes64(handle))
    }

    /// Every row, decoded.
    func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ decode: (inout Row) throws(StorageFault) -> Value
    ) throws(StorageFault) -> [Value] {
        var found: [Value] = []
        try statement(sql).run(values) { row throws(StorageFault) in found.append(try decode(&row)) }
        return found
    }

    /// The first row, decoded; nil when there is none.
    func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ decode: (inout Row) throws(StorageFault) -> Value
    ) throws(StorageFault) -> Value? {
        try all(sql, values, decode).first
    }

    private func statement(_ sql: String) throws(StorageFault) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, on: handle)
        statements[sql] = statement
        return statement
    }

    /// Whether a transaction is open: SQLite ends one by itself on some faults, a full disk among them.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the file that is open is no longer the one at its path: what is written now would be gone with the process.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
}
