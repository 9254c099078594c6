import CLinux
import Secrets

/// Memory for what comes from a client or goes to it: bytes are added at its end and taken from its front, and what was taken, moved or is given up is
/// overwritten. Every request may carry a card number or a credential, and memory that is freed as it was can turn up anywhere.
///
/// Used by one connection only.
final class WipedBuffer {
    /// What every allocation has; a larger one would take a slower way.
    static let alignment = MemoryLayout<Int>.alignment

    private var memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// Where memory comes from and goes to while nothing is in it.
    private let stock: BlockStock?

    init(capacity: Int) {
        memory = .allocate(byteCount: max(capacity, 64), alignment: Self.alignment)
        stock = nil
    }

    /// Has no memory until there is something to hold, nor after `rest()`.
    init(of stock: BlockStock) {
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        self.stock = stock
    }

    deinit {
        Self.release(memory, used: end)
    }

    var count: Int { end - start }
    var isEmpty: Bool { start == end }

    /// What is in it. Valid until the next change.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory[start..<end])
    }

    /// Room behind the bytes, at least `minimum`; what is written there joins the bytes with `added(_:)`.
    func room(atLeast minimum: Int) -> UnsafeMutableRawBufferPointer {
        if memory.count - end < minimum { makeRoom(minimum) }
        return UnsafeMutableRawBufferPointer(rebasing: memory[end...])
    }

    /// `count` bytes were written into the room.
    func added(_ count: Int) {
        precondition(count >= 0 && count <= memory.count - end, "more was added than there was room")
        end += count
    }

    func append(_ more: UnsafeRawBufferPointer) {
        guard !more.isEmpty else { return }
        room(atLeast: more.count).copyMemory(from: more)
        added(more.count)
    }

    func append(_ byte: UInt8) {
        room(atLeast: 1)[0] = byte
        end += 1
    }

    /// Takes bytes from the end away, so that `count` are left, and overwrites them.
    func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count, "more was to be kept than there is")
        Self.wipe(memory, (start + count)..<end)
        end = start + count
        if isEmpty { reset() }
    }

    /// Takes bytes from the front away and overwrites them.
    func consume(_ count: Int) {
        precondition(count >= 0 && count <= self.count, "more was consumed than there is")
        Self.wipe(memory, start..<(start + count))
        start += count
        if isEmpty { reset() }
    }

    private func reset() {
        start = 0
        end = 0
    }

    /// Takes bytes from the front into a value of their own.
    func takeSecret(_ count: Int) -> SecretBytes {
        let secret = SecretBytes(capacity: count) { copy in
            copy.copyMemory(from: bytes.slice(0..<count))
            return count
        }
        consume(count)
        return secret
    }

    /// Gives memory back that one large message needed, unless something is in it. For a buffer of a stock.
    func shrink() {
        if isEmpty, memory.count > BlockStock.blockSize { rest() }
    }

    /// Gives its memory back, unless something is in it. For a buffer of a stock.
    func rest() {
        guard isEmpty, let stock, memory.count > 0 else { return }
        if memory.count == BlockStock.blockSize { stock.put(memory) } else { memory.deallocate() }
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Moves the bytes to the front, of larger memory where they and the room are more than this one holds.
    private func makeRoom(_ minimum: Int) {
        if memory.isEmpty, let stock, minimum <= BlockStock.blockSize {
            memory = stock.take()
            return
        }
        let old = memory
        let kept = start..<end
        if kept.count + minimum > memory.count {
            memory = .allocate(byteCount: max(kept.count + minimum, 2 * memory.count), alignment: Self.alignment)
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[kept]))
            Self.release(old, used: end)
        } else {
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[kept]))
            Self.wipe(memory, max(kept.count, start)..<end)
        }
        start = 0
        end = kept.count
    }

    private static func wipe(_ memory: UnsafeMutableRawBufferPointer, _ range: Range<Int>) {
        guard let base = memory.baseAddress, !range.isEmpty else { return }
        clinux_wipe(base + range.lowerBound, range.count)
    }

    private static func release(_ memory: UnsafeMutableRawBufferPointer, used: Int) {
        wipe(memory, 0..<used)
        memory.deallocate()
    }
}

// What answers are made of.
extension WipedBuffer {
    /// A literal, without a `String` in between.
    @inline(__always)
    func append(literal: StaticString) {
        append(literal.bytes)
    }

    @inline(__always)
    func append(text: String) {
        text.withUTF8Bytes { append($0) }
    }

    @inline(__always)
    func append(_ bytes: borrowing [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }
}
