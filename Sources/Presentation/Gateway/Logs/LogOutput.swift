import CLinux
import Glibc
import Synchronization

/// Where lines are written: a descriptor, in general standard error.
///
/// Before each write it waits until the reader has room, because a write to a full pipe would block past every deadline, and making the descriptor
/// non-blocking would change it for every process that shares it.
final class LogOutput: Sendable {
    private let descriptor: Int32
    /// When to give up writing; nil while the log is open.
    private let deadline = Mutex<ContinuousClock.Instant?>(nil)
    /// How long a wait for room lasts before the deadline is looked at again.
    private static let pollMilliseconds: Int32 = 100
    /// A pipe that polls writable takes this much without blocking (POSIX: PIPE_BUF, 4096 on Linux).
    private static let chunkBytes = 4096

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Readable lines on a terminal, JSON elsewhere.
    var naturalForm: LogForm {
        isatty(descriptor) == 1 ? .readable : .json
    }

    /// From now on writes end at the deadline.
    func close(within limit: Duration) {
        deadline.withLock { $0 = .now + limit }
    }

    /// Writes the line; what cannot be written is lost, for there is nowhere left to say so.
    func write(_ line: [UInt8]) {
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty, waitForRoom() {
                let chunk = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.chunkBytes))
                let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR && errno != EAGAIN {
                    return
                }
            }
        }
    }

    private func waitForRoom() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while deadline.withLock({ $0.map { .now < $0 } ?? true }) {
            let ready = poll(&request, 1, Self.pollMilliseconds)
            if ready > 0 { return request.revents & Int16(POLLOUT) != 0 }
            if ready < 0, errno != EINTR { return false }
        }
        return false
    }
}
