import CLinux
import Glibc
import Reactor

/// A program that runs as a part of this one: its standard output is read here, its standard error goes to a file.
///
/// It gets its own process group, so that a Ctrl-C on the terminal reaches only the parent, which then ends it in good order.
actor ChildProcess {
    nonisolated let unownedExecutor: UnownedSerialExecutor
    nonisolated let processID: pid_t

    private let loop: EventLoop
    private let output: Int32
    private var watch: Watch?
    /// The beginning of the output; what a child says later is not kept.
    private var received: [UInt8] = []
    private var exitStatus: Int32?
    private var waiters: [Waiter] = []

    private static let keptOutput = 64 * 1024

    private final class Waiter {
        let isDone: () -> Bool
        var continuation: CheckedContinuation<Void, Never>?

        init(isDone: @escaping () -> Bool) {
            self.isDone = isDone
        }

        func resume() {
            continuation?.resume()
            continuation = nil
        }
    }

    /// Starts it; its errors are appended to the file `errorLog`.
    init(_ program: SpawnedProgram, environment: [String: String], errorLog: String, on loop: EventLoop) async throws(SystemError) {
        let spawned = try Spawn.start(program, environment: environment, errorLog: errorLog)
        self.loop = loop
        unownedExecutor = loop.asUnownedSerialExecutor()
        (processID, output) = (spawned.processID, spawned.output)
        do throws(SystemError) {
            try follow()
        } catch {
            // Nobody would hear of it any more.
            kill(processID, SIGKILL)
            ended()
            throw error
        }
    }

    /// The first line of its output without the line end; nil when it ended before or said none in time, or when the task is cancelled.
    func firstLine(within limit: Duration) async -> String? {
        await withTaskCancellationHandler {
            await wait(within: limit) { self.line != nil || self.exitStatus != nil || Task.isCancelled }
        } onCancel: {
            Task { await self.wakeWaiters() }
        }
        return line
    }

    /// Whether the process is over.
    var hasEnded: Bool { exitStatus != nil }

    /// Asks it to end, and makes it end when it does not within the limit. Answers whether it ended by itself with status 0.
    @discardableResult
    func stop(within limit: Duration) async -> Bool {
        if exitStatus == nil { kill(processID, SIGTERM) }
        await wait(within: limit) { self.exitStatus != nil }
        if exitStatus == nil {
            kill(processID, SIGKILL)
            await wait(within: .seconds(5)) { self.exitStatus != nil }
        }
        return exitStatus == 0
    }

    private var line: String? {
        received.firstIndex(of: UInt8(ascii: "\n")).map { String(decoding: received[..<$0], as: UTF8.self) }
    }

    private func follow() throws(SystemError) {
        watch = try loop.watch(output, for: .read) { [weak self] _ in
            self?.assumeIsolated { $0.readOutput() }
        }
    }

    private func readOutput() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count > 0 {
                received += chunk.prefix(min(count, Self.keptOutput - received.count))
            } else if count < 0, errno == EINTR {
                continue
            } else {
                if count == 0 { ended() }
                break
            }
        }
        wakeWaiters()
    }

    /// The end of the output is the end of the process: nobody else holds the pipe. So waiting for its status does not block.
    private func ended() {
        watch?.cancel()
        watch = nil
        close(output)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        exitStatus = status
    }

    private func wakeWaiters() {
        for waiter in waiters where waiter.isDone() { waiter.resume() }
        waiters.removeAll { $0.continuation == nil }
    }

    private func wait(within limit: Duration, until isDone: @escaping () -> Bool) async {
        guard !isDone() else { return }
        let waiter = Waiter(isDone: isDone)
        let timer = loop.schedule(after: limit) { waiter.resume() }
        await withCheckedContinuation { continuation in
            waiter.continuation = continuation
            waiters.append(waiter)
        }
        timer.cancel()
        waiters.removeAll { $0 === waiter }
    }
}
