import Glibc

/// How an operation on a socket can end, other than by doing what it was asked.
public enum SocketError: Error, Hashable, Sendable {
    /// The time given to the operation is over, or the peer's host stopped answering.
    case timedOut
    /// The task was cancelled while it waited.
    case cancelled
    /// This side closed the socket, or shut its loop down, before or during the operation.
    case closed
    /// The peer broke the connection off.
    case reset
    /// Nobody listens at the address.
    case refused
    /// Anything else the system reported.
    case system(SystemError)

    /// The failure of the call that has just returned; to be made before anything else can change `errno`.
    static func last(_ call: String) -> SocketError {
        SocketError(call: call, code: errno)
    }

    init(call: String, code: Int32) {
        self =
            switch code {
            case ECONNRESET, EPIPE, ECONNABORTED: .reset
            case ECONNREFUSED: .refused
            case ETIMEDOUT: .timedOut
            default: .system(SystemError(call: call, code: code))
            }
    }
}

extension SocketError: CustomStringConvertible {
    /// What an operator reads.
    public var description: String {
        switch self {
        case .timedOut: "timed out"
        case .cancelled: "cancelled"
        case .closed: "closed by this side"
        case .reset: "connection reset by the peer"
        case .refused: "connection refused"
        case .system(let error): error.description
        }
    }
}
