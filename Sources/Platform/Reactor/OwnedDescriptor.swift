import Glibc

/// A descriptor that is closed when its owner goes.
struct OwnedDescriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes what the system call named `call` has just answered.
    init(_ number: Int32, from call: String) throws(SystemError) {
        guard number >= 0 else { throw SystemError.last(call) }
        self.number = number
    }

    deinit {
        close(number)
    }
}
