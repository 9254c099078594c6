import CLinux
import Glibc
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct WatchTests {
    @Test func `A watch tells again each turn until the descriptor is read (level-triggered), and not after its end`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let pipe = try Pipe()
            let seen = Recorder<Readiness>()
            let watch = try await loop.watching(pipe.reader, for: .read) { seen.append($0) }
            pipe.write(1)
            try await loop.until { _ in seen.values.count >= 3 }
            #expect(seen.values.allSatisfy { $0 == .readable })
            await loop.value { _ in watch.value.cancel() }
            let count = seen.values.count
            await loop.turn()
            #expect(seen.values.count == count)
            await loop.value { _ in watch.value.cancel() }
        }
    }

    @Test func `What a watch looks for can be changed, and paused`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let pipe = try Pipe()
            let seen = Recorder<Readiness>()
            let watch = try await loop.watching(pipe.writer, for: .read) { seen.append($0) }
            await loop.turn()
            #expect(seen.values == [])
            try await loop.value { _ in Result { try watch.value.change(to: [.read, .write]) } }.get()
            try await loop.until { _ in seen.values.contains(.writable) }
            try await loop.value { _ in Result { try watch.value.change(to: []) } }.get()
            let count = seen.values.count
            await loop.turn()
            #expect(seen.values.count == count)
            await loop.value { _ in watch.value.cancel() }
        }
    }

    @Test func `The end of the other side makes a descriptor ready`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let pipe = try Pipe()
            let seen = Recorder<Readiness>()
            let watch = try await loop.watching(pipe.reader, for: .read) { seen.append($0) }
            pipe.closeWriter()
            try await loop.until { _ in seen.values.contains { $0.contains(.hangUp) && $0.contains(.readable) } }
            await loop.value { _ in watch.value.cancel() }
        }
    }

    @Test func `A watch may cancel itself and others while it runs`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let pipes = try (0..<2).map { _ in try Pipe() }
            let seen = Recorder<Int>()
            let watches = Recorder<LoopBox<Watch>>()
            for (number, pipe) in pipes.enumerated() {
                watches.append(
                    try await loop.watching(pipe.reader, for: .read) { _ in
                        seen.append(number)
                        for watch in watches.values { watch.value.cancel() }
                    })
            }
            // Both become ready before the loop looks.
            await loop.value { _ in for pipe in pipes { pipe.write(1) } }
            try await loop.until { _ in !seen.values.isEmpty }
            await loop.turn()
            #expect(seen.values.count == 1)
        }
    }

    /// epoll told of both before the first one's closure ran; the new watch takes the place of the second one.
    @Test func `A watch that begins while others are told of does not hear what was meant for one that ended`() async throws {
        try await withLoops { loops in
            let loop = loops[0]
            let pipes = try (0..<3).map { _ in try Pipe() }
            let seen = Recorder<Int>()
            let watches = Recorder<LoopBox<Watch>>()
            for number in 0..<2 {
                let watch = try await loop.watching(pipes[number].reader, for: .read) { _ in
                    seen.append(number)
                    for watch in watches.values { watch.value.cancel() }
                    guard let new = try? loop.watch(pipes[2].reader, for: .read, { _ in seen.append(2) }) else { return }
                    watches.append(LoopBox(value: new))
                }
                watches.append(watch)
            }
            await loop.value { _ in for pipe in pipes[..<2] { pipe.write(1) } }
            try await loop.until { _ in !seen.values.isEmpty }
            await loop.turn()
            #expect(seen.values.count == 1)
            #expect(!seen.values.contains(2))
            await loop.value { _ in for watch in watches.values { watch.value.cancel() } }
        }
    }

    @Test func `A watch that has ended lets its closure go, though that refers to it`() async throws {
        try await withLoops { loops in
            let pipe = try Pipe()
            let watches = try await endedWatch(of: pipe, on: loops[0])
            try await eventually { watches.recorder == nil }
        }
    }

    private struct WeakRecorder: @unchecked Sendable {
        weak var recorder: Recorder<LoopBox<Watch>>?
    }

    private func endedWatch(of pipe: Pipe, on loop: EventLoop) async throws -> WeakRecorder {
        let watches = Recorder<LoopBox<Watch>>()
        watches.append(try await loop.watching(pipe.reader, for: .read) { _ in for watch in watches.values { watch.value.cancel() } })
        await loop.value { _ in for watch in watches.values { watch.value.cancel() } }
        return WeakRecorder(recorder: watches)
    }

    @Test func `A descriptor that cannot be watched is an error, and takes no place`() async throws {
        try await withLoops { loops in
            let error = await loops[0].value { core -> SystemError? in
                do throws(SystemError) {
                    _ = try loops[0].watch(-1, for: .read) { _ in }
                    return nil
                } catch {
                    return error
                }
            }
            #expect(error == SystemError(call: "epoll_ctl", code: EBADF))
            #expect(await loops[0].value { $0.poller.sources.count } == 0)
        }
    }

    @Test func `Shutting the loop down ends its watches and leaves the descriptor open`() async throws {
        let loop = try EventLoop(name: "watching")
        let pipe = try Pipe()
        _ = try await loop.watching(pipe.reader, for: .read) { _ in }
        await loop.shutdown()
        #expect(fcntl(pipe.reader, F_GETFD) != -1)
        await #expect(throws: SystemError(call: "watch", code: ECANCELED)) { try await loop.watching(pipe.reader, for: .read) { _ in } }
    }
}

/// Carries what belongs to a loop past the compiler.
///
/// `@unchecked`: the tests touch the value on its loop only.
private struct LoopBox<Value>: @unchecked Sendable {
    let value: Value
}

extension EventLoop {
    fileprivate func watching(
        _ descriptor: Int32, for interest: Interest, _ onReady: @escaping @Sendable (Readiness) -> Void
    ) async throws -> LoopBox<Watch> {
        try await value { _ in Result { LoopBox(value: try self.watch(descriptor, for: interest, onReady)) } }.get()
    }

    /// Returns when the loop has asked epoll once more.
    fileprivate func turn() async {
        for _ in 0..<3 { try? await sleep(for: .milliseconds(1)) }
    }
}

private final class Pipe: Sendable {
    let reader: Int32
    let writer: Int32
    private let isWriterOpen = Counter()

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        (reader, writer) = (ends[0], ends[1])
        isWriterOpen.add(1)
    }

    func write(_ byte: UInt8) {
        _ = withUnsafePointer(to: byte) { Glibc.write(writer, $0, 1) }
    }

    func closeWriter() {
        close(writer)
        isWriterOpen.add(-1)
    }

    deinit {
        close(reader)
        if isWriterOpen.value > 0 { close(writer) }
    }
}
