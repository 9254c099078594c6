import Payments

extension LogEvent {
    /// The ledger did not do as asked; `task` says what that was, the reason which file and why.
    static func ledgerFailed(_ error: LedgerError, during task: String) -> LogEvent {
        LogEvent(.error, "ledger.failed", ["task": .own(task), "reason": .outside(error.reason)])
    }
}

extension LedgerError {
    /// For a person.
    var reason: String {
        switch self {
        case .unavailable(let reason), .unanswered(let reason): reason
        case .overloaded: "too much waits to be written"
        case .closed: "it is closed"
        }
    }
}
