/// Why whoever waits for a card wants no more of it; asked for before every command, as a command itself cannot be stopped.
public enum StopReason: Error, Hashable, Sendable {
    /// Nobody waits any more.
    case cancelled
    /// The time for the tap is over.
    case timedOut
}
