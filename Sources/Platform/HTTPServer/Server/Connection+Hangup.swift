import Reactor
import Secrets

extension Connection {
    /// Runs `work`; if `isWanted`, cancels the connection's task when the client closes its side meanwhile.
    func noticingHangup<Value>(_ isWanted: Bool, _ work: () async throws -> Value) async throws -> Value {
        guard isWanted else { return try await work() }
        let handle = handle
        return try await withThrowingTaskGroup(of: SecretBytes.self) { group in
            group.addTask { await HangupWatch.run(handle) }
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            group.cancelAll()
            for try await bytes in group { transport.received(bytes, into: input) }
            return try result.get()
        }
    }
}

/// Reads while nobody else does, to see the end of the client's stream.
enum HangupWatch {
    /// Beyond it the client sends requests ahead faster than it can be answered: it is then no longer watched.
    private static let capacity = 64 * 1024

    /// Answers what came meanwhile: requests sent ahead.
    static func run(_ handle: ConnectionHandle) async -> SecretBytes {
        let ahead = WipedBuffer(capacity: 1024)
        while ahead.count < capacity {
            do throws(SocketError) {
                let count = try await handle.socket.read(into: ahead.room(atLeast: 1024), within: nil)
                guard count > 0 else {
                    handle.hangUp()
                    break
                }
                ahead.added(count)
            } catch {
                if error != .cancelled { handle.hangUp() }
                break
            }
        }
        return ahead.takeSecret(ahead.count)
    }
}
