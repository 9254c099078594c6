/// How a command ended, as its process says it (contract, section 5).
enum CommandStatus: Int32, Sendable {
    /// The command did what it says.
    case done = 0
    /// It tried and could not, or what it checked is not in order.
    case failed = 1
    /// It was called wrongly and did nothing.
    case usage = 2
}
