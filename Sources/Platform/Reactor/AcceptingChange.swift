/// What a `Listener` tells of connections that have to wait.
public enum AcceptingChange: Sendable {
    /// Connections wait, for the loops have as many sockets open as they may. It is told each time that there was room and no longer is.
    case full
    /// Connections wait, for the system has no descriptor or memory for them. The listener tries again after a while.
    case exhausted
    /// None waits any more.
    case resumed
}
