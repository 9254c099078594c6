import CSQLite
import Glibc
import Payments

/// Why SQLite or a row did not do as asked. Inside this target only: at the ledger's edge it becomes a `LedgerError` that names the file.
struct StorageFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// For a person; holds no values.
    let description: String

    /// The last fault of a connection.
    init(_ database: OpaquePointer?, code: Int32) {
        let message = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let text = message.map { String(cString: $0) } ?? "SQLite error \(code)"
        let system = database.map { sqlite3_system_errno($0) } ?? 0
        description = Self.cause(code) + text + (system == 0 ? "" : " (\(String(cString: strerror(system))))")
    }

    /// A row that cannot be what this version wrote.
    init(unreadable what: String) {
        description = "damaged, or written by something else: \(what)"
    }

    /// A fault that SQLite did not report.
    init(_ description: String) {
        self.description = description
    }

    /// What the system said last, by `errno`.
    static func system(_ what: String) -> StorageFault {
        StorageFault("\(what): \(String(cString: strerror(errno)))")
    }

    /// What an operator should look at first.
    private static func cause(_ code: Int32) -> String {
        switch code & 0xFF {
        case SQLITE_FULL: "no room left: "
        case SQLITE_READONLY, SQLITE_PERM: "cannot be written: "
        case SQLITE_BUSY, SQLITE_LOCKED: "locked by another process: "
        case SQLITE_CORRUPT, SQLITE_NOTADB: "damaged, or no ledger: "
        case SQLITE_CANTOPEN: "cannot be opened: "
        case SQLITE_IOERR: "cannot be read or written: "
        default: ""
        }
    }

    /// The error as the domain knows it.
    func ledgerError(file: String) -> LedgerError {
        .unavailable("\(file): \(description)")
    }
}
