import CLinux
import Glibc

/// A POSIX semaphore, which starts at zero.
///
/// `@unchecked`: the pointer is constant, and what it points to is made for many threads.
struct Semaphore: ~Copyable, @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() {
        sem_post(semaphore)
    }

    func wait() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}
