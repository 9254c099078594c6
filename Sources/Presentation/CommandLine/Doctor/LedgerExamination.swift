import Gateway
import Payments
import Storage

/// The ledger's file.
enum LedgerExamination {
    static func findings(_ database: DatabaseLocation) -> [Finding] {
        switch database {
        case .sqlite(let path): [finding(path)]
        }
    }

    private static func finding(_ path: String) -> Finding {
        do throws(LedgerError) {
            switch try SQLiteLedger.condition(ofFileAt: path) {
            case .usable: return .ok("ledger", "\(path) can be written")
            case .absent: return .ok("ledger", "\(path) is not there yet; its folder can take it")
            case .inUse(let holder):
                let who = holder.map { "process \($0)" } ?? "a process"
                return .note("ledger", "\(path) is in use by \(who): right if that is the gateway, since it serves one process alone")
            }
        } catch {
            return .missing("ledger", error.explanation)
        }
    }
}

extension LedgerError {
    /// The file and the cause, for an operator.
    fileprivate var explanation: String {
        switch self {
        case .unavailable(let reason), .unanswered(let reason): reason
        case .overloaded, .closed: "\(self)"
        }
    }
}
