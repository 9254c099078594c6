import CLinux
import Glibc
import Synchronization

extension SecretBytes {
    /// The one buffer behind all copies of a value.
    ///
    /// `@unchecked`: the pointer is written only before the object is shared, and freed only in `deinit`.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        private let base: UnsafeMutableRawPointer
        private let capacity: Int
        /// Read at every use, so without a lock. It only ever becomes 0.
        private let length: Atomic<Int>

        /// Takes over a buffer that came from `allocate` and that its maker will not touch again.
        @usableFromInline
        init(adopting base: UnsafeMutableRawPointer, capacity: Int, length: Int) {
            precondition(length >= 0 && length <= capacity, "a filler claims more than it was lent")
            self.base = base
            self.capacity = capacity
            self.length = Atomic(length)
        }

        var count: Int { length.load(ordering: .acquiring) }

        /// The bytes, for as long as the object lives.
        @usableFromInline
        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

        func wipe() {
            length.store(0, ordering: .releasing)
            clinux_wipe(base, capacity)
        }

        deinit {
            Self.discard(base, capacity: capacity)
        }
    }
}

extension SecretBytes.Storage {
    /// Memory for so many bytes. Swift's own way to raw memory always asks for an alignment, which takes twice as long.
    @usableFromInline
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let base = malloc(max(byteCount, 1)) else { preconditionFailure("there is no memory for a secret") }
        return base
    }

    /// Wipes what came from `allocate` and gives it back.
    @usableFromInline
    static func discard(_ base: UnsafeMutableRawPointer, capacity: Int) {
        clinux_wipe(base, capacity)
        free(base)
    }
}
