import CPCSCSocket
import FoundationEssentials
import Synchronization

/// The virtual readers of this test process. A test has one, or several, to itself; the service behind them is one for all, because pcsc-lite knows only
/// one in a process.
public final class ReaderPool: Sendable {
    private struct State {
        var free: [PCSCDaemon.Reader]
        var waiting: [(count: Int, continuation: CheckedContinuation<[PCSCDaemon.Reader], Never>)] = []
    }

    /// Started by the first test that asks.
    public static let shared = Result { try ReaderPool(PCSCDaemon(readers: 14, in: folder)) }

    private static let folder = URL(fileURLWithPath: String(cString: pcsc_test_socket())).deletingLastPathComponent().path

    /// The service; only who has all readers may stop it.
    public let daemon: PCSCDaemon
    private let state: Mutex<State>

    /// The readers of a service, each of which one test at a time may have.
    public init(_ daemon: PCSCDaemon) {
        self.daemon = daemon
        state = Mutex(State(free: daemon.readers))
    }

    /// Runs a test with `count` readers, or all. Who asks first gets first.
    public func withReaders<Result>(_ count: Int = .max, _ body: ([PCSCDaemon.Reader]) async throws -> Result) async rethrows -> Result {
        let readers = await withCheckedContinuation { continuation in
            serve { $0.waiting.append((min(count, daemon.readers.count), continuation)) }
        }
        defer { serve { $0.free += readers } }
        return try await body(readers)
    }

    private func serve(_ body: (inout State) -> Void) {
        let served = state.withLock { state in
            body(&state)
            var served: [(CheckedContinuation<[PCSCDaemon.Reader], Never>, [PCSCDaemon.Reader])] = []
            while let next = state.waiting.first, next.count <= state.free.count {
                state.waiting.removeFirst()
                served.append((next.continuation, Array(state.free.prefix(next.count))))
                state.free.removeFirst(next.count)
            }
            return served
        }
        for (continuation, readers) in served { continuation.resume(returning: readers) }
    }
}
