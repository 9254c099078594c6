import Reactor
import Synchronization

/// Bytes that a task of their own will write, unless they are taken back before it runs. The task is queued on the loop on which its maker runs, so it
/// cannot run before its maker waits for something.
final class DeferredWrite: Sendable {
    private let bytes: Mutex<[UInt8]?>
    private let written: Mutex<Task<ConnectionError?, Never>?> = Mutex(nil)

    init(_ bytes: [UInt8], to socket: StreamSocket, within limit: Duration) {
        self.bytes = Mutex(bytes)
        let task = Task(executorPreference: socket.loop) { () -> ConnectionError? in
            guard let bytes = self.takeBack() else { return nil }
            do throws(ConnectionError) {
                try await Transport.write(bytes, to: socket, within: limit)
                return nil
            } catch {
                return error
            }
        }
        written.withLock { $0 = task }
    }

    /// The bytes, if they have not begun to leave.
    func takeBack() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
    }

    /// Waits until the bytes have left; answers why they could not.
    func failure() async -> ConnectionError? {
        await written.withLock { $0 }?.value ?? nil
    }
}
