/// One command of the program. Its arguments are checked when it is made, so that a wrong call does nothing; it then runs on an event loop.
protocol Command: Sendable {
    /// How it is called, and its help.
    static var syntax: CommandSyntax { get }

    /// Whether it stays and ends on SIGINT or SIGTERM by itself; else the signals end the process as usual.
    static var awaitsSignals: Bool { get }

    /// Takes its arguments; throws when a value is none of its own.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does it.
    func run(in context: CommandContext) async -> CommandStatus
}

extension Command {
    static var awaitsSignals: Bool { false }
}
