import CLinux
import Synchronization

extension SecretBytes {
    /// The one buffer behind all copies of a value.
    ///
    /// `@unchecked`: the pointer is written only before the object is shared, and freed only in `deinit`.
    final class Storage: @unchecked Sendable {
        /// What every allocation has; a larger one would take a slower way.
        static let alignment = MemoryLayout<Int>.alignment

        private let base: UnsafeMutableRawPointer
        private let capacity: Int
        /// Read at every use, so without a lock. It only ever becomes 0.
        private let length: Atomic<Int>

        init<E: Error>(capacity: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int) throws(E) {
            let base = UnsafeMutableRawPointer.allocate(byteCount: max(capacity, 1), alignment: Self.alignment)
            do {
                let filled = try fill(UnsafeMutableRawBufferPointer(start: base, count: capacity))
                precondition(filled >= 0 && filled <= capacity, "a filler claims more than it was lent")
                self.base = base
                self.capacity = capacity
                length = Atomic(filled)
            } catch {
                clinux_wipe(base, capacity)
                base.deallocate()
                throw error
            }
        }

        /// Takes over a buffer that its maker allocated with `alignment` and will not touch again.
        init(adopting base: UnsafeMutableRawPointer, capacity: Int, length: Int) {
            self.base = base
            self.capacity = capacity
            self.length = Atomic(length)
        }

        var count: Int { length.load(ordering: .acquiring) }

        func withBytes<Result, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Result) throws(E) -> Result {
            // A wipe while a body runs is the caller's fault and shows zeros, not other memory.
            try body(UnsafeRawBufferPointer(start: base, count: count))
        }

        func wipe() {
            length.store(0, ordering: .releasing)
            clinux_wipe(base, capacity)
        }

        deinit {
            clinux_wipe(base, capacity)
            base.deallocate()
        }
    }
}
