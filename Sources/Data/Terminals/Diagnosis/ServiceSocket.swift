internal import CLinux
internal import Glibc

/// The socket of the PC/SC service, as a client finds it.
struct ServiceSocket: Sendable {
    /// Whether somebody is behind it.
    enum State: Hashable, Sendable {
        case answers
        case absent
        /// A file of a service that is gone.
        case abandoned
        case forbidden
        case broken(String)
    }

    /// pcsc-lite's own default, and the variable by which its client library is led elsewhere.
    static let standardPath = "/run/pcscd/pcscd.comm"
    static let variable = "PCSCLITE_CSOCK_NAME"

    let path: String

    /// The socket that this process's client library uses.
    static var ofThisProcess: ServiceSocket {
        ServiceSocket(path: getenv(variable).map { String(cString: $0) } ?? standardPath)
    }

    func state() -> State {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { return .broken("its path is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return .broken(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let code = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard code != 0 else { return .answers }
        switch errno {
        case ENOENT, ENOTDIR: return .absent
        case ECONNREFUSED: return .abandoned
        case EACCES, EPERM: return .forbidden
        // The backlog is full: somebody is there.
        case EAGAIN, EINPROGRESS: return .answers
        default: return .broken(String(cString: strerror(errno)))
        }
    }
}
