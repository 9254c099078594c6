import CLinux
import Glibc

/// The call that takes a connection off a listening descriptor.
protocol AcceptCall: Sendable {
    func callAsFunction(_ descriptor: Int32) -> AcceptOutcome
}

/// What became of taking a connection.
enum AcceptOutcome {
    case connection(Int32, peer: SocketAddress)
    /// There is none.
    case none
    /// One was lost before it was taken; the next one may be fine.
    case lost
    /// The system has no descriptor or memory for it; it may have later.
    case exhausted
    case broken(SystemError)

    /// accept(2), "Error handling": errors of the network that were pending on the new socket are passed on by accept, to be treated as if
    /// there was no connection.
    init(code: Int32) {
        self =
            switch code {
            case EAGAIN: .none
            case EINTR, ECONNABORTED, EPERM, ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH: .lost
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
            default: .broken(SystemError(call: "accept4", code: code))
            }
    }
}

/// accept4. The options of TCP need no call, for Linux hands them on from the listening socket.
struct SystemAccept: AcceptCall {
    func callAsFunction(_ descriptor: Int32) -> AcceptOutcome {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let connection = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                accept4(descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
            }
        }
        guard connection >= 0 else { return AcceptOutcome(code: errno) }
        guard let peer = SocketAddress(storage) else {
            Glibc.close(connection)
            return .lost
        }
        return .connection(connection, peer: peer)
    }
}
