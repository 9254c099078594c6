/// Memory of one size for the buffers of a loop's connections, most of which hold nothing at most times.
///
/// What one connection has just given back the next one takes: it is still in the processor's cache, where with memory of their own thousands of
/// connections would each find theirs gone.
///
/// Used on its loop only.
final class BlockStock {
    static let blockSize = 4096
    /// Those beyond are freed: it takes many only where many requests wait for something at a time.
    private static let most = 16

    private var blocks: [UnsafeMutableRawBufferPointer] = []

    init() {
        blocks.reserveCapacity(Self.most)
    }

    deinit {
        for block in blocks { block.deallocate() }
    }

    func take() -> UnsafeMutableRawBufferPointer {
        blocks.popLast() ?? .allocate(byteCount: Self.blockSize, alignment: WipedBuffer.alignment)
    }

    /// Takes back a block that `take()` gave, and that was wiped.
    func put(_ block: UnsafeMutableRawBufferPointer) {
        guard blocks.count < Self.most else { return block.deallocate() }
        blocks.append(block)
    }
}
