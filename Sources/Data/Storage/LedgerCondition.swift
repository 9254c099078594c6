import Glibc
public import Payments

/// What a look at a ledger's file shows; the look changes nothing.
public enum LedgerCondition: Hashable, Sendable {
    /// There is no file yet, and the folder would take one.
    case absent
    /// A process, by its id where that is known, has it in use.
    case inUse(by: String?)
    /// It can be opened.
    case usable
}

extension SQLiteLedger {
    /// Looks at a file that `open` might be given.
    ///
    /// Throws what `open` would, with the file and the cause: a missing or unwritable folder, a file that cannot be written, is damaged, is no ledger,
    /// or was written by a newer version.
    public static func condition(ofFileAt path: String) throws(LedgerError) -> LedgerCondition {
        do throws(StorageFault) {
            if case .held(let holder) = LedgerFile.hold(on: path) { return .inUse(by: holder) }
            guard access(path, F_OK) == 0 else {
                guard errno == ENOENT else { throw .system("cannot be looked at") }
                guard access(LedgerFile.folder(of: path), W_OK | X_OK) == 0 else { throw .system("its folder cannot be written") }
                return .absent
            }
            guard access(path, R_OK | W_OK) == 0 else { throw .system("cannot be written") }
            let connection = try Connection(path: path, busyTimeout: .seconds(1))
            _ = try Migrations.version(of: connection)
            return .usable
        } catch {
            throw error.ledgerError(file: path)
        }
    }
}
