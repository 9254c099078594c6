import CLinux
import Glibc

/// An eventfd that ends a loop's wait from another thread.
struct Doorbell: ~Copyable, Sendable {
    let descriptor: Int32

    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError.last("eventfd") }
    }

    deinit {
        close(descriptor)
    }

    /// Every write is a new edge, whatever the counter says; it holds 2^64 - 2 of them, more than will ever be written.
    func ring() {
        eventfd_write(descriptor, 1)
    }
}
