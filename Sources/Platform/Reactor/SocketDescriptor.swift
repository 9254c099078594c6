import CLinux
import Glibc

/// TCP descriptors as this module uses them: not blocking, not inherited by child processes, small writes sent at once, little kept in the kernel for a
/// peer that does not read.
enum SocketDescriptor {
    /// How much the kernel takes beyond what it can send now. By itself it takes up to 4 MiB a connection, and as many small packets of them as the
    /// peer's window makes: thousands of slow readers had it pin gigabytes and kept the loops in `writev`. What was sent is not counted, so a peer that
    /// reads gets as much as ever.
    static let unsentBytes: Int32 = 16 * 1024

    static func open(family: Int32) throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        do {
            try set(TCP_NODELAY, at: Int32(IPPROTO_TCP), to: 1, on: descriptor)
            try set(TCP_NOTSENT_LOWAT, at: Int32(IPPROTO_TCP), to: unsentBytes, on: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func set(_ option: Int32, at level: Int32, to value: Int32, on descriptor: Int32) throws(SystemError) {
        var value = value
        guard setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw SystemError.last("setsockopt")
        }
    }

    /// Whether a read, or an accept, would not block.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&asked, 1, 0) > 0
    }

    /// Takes the error that a connect left, 0 if none.
    static func pendingError(of descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }
}
