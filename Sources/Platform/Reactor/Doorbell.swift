import CLinux
import Glibc

/// An eventfd that ends a loop's wait from another thread.
struct Doorbell: ~Copyable, Sendable {
    private let event: OwnedDescriptor

    init() throws(SystemError) {
        event = try OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), from: "eventfd")
    }

    var descriptor: Int32 { event.number }

    /// Every write is a new edge, whatever the counter says; it holds 2^64 - 2 of them, more than will ever be written.
    func ring() {
        eventfd_write(descriptor, 1)
    }
}
