import PCSCSupport
import Payments
import Reactor
import Sandbox
import Synchronization
import Testing

@testable import Terminals

/// What a test through the PC/SC service has to itself: virtual readers, or all of it.
struct ReaderDesk: Sendable {
    let driver: PCSCDriver
    let log: EventLog
    let daemon: PCSCDaemon
    private let readers: [PCSCDaemon.Reader]
    private let limits: ReaderLimits

    /// Runs a test over as many readers as it needs, on the driver that all such tests share.
    static func with(_ count: Int = 1, limits: ReaderLimits = .standard, _ body: @Sendable (ReaderDesk) async throws -> Void) async throws {
        let pool = try ReaderPool.shared.get()
        try await pool.withReaders(count) { readers in
            let (driver, log) = SharedDriver.current()
            // The first look, which tells of all readers, is not the test's.
            _ = await driver.listing()
            let desk = ReaderDesk(driver: driver, log: log.rest(), daemon: pool.daemon, readers: readers, limits: limits)
            try await desk.run(body)
        }
    }

    /// Runs a test that has all readers, the service and a driver to itself. pcsc-lite keeps the readers' states in one table for all contexts of a
    /// process: so there are never two drivers.
    static func withAll(limits: ReaderLimits = .standard, _ body: @Sendable (ReaderDesk) async throws -> Void) async throws {
        let pool = try ReaderPool.shared.get()
        try await pool.withReaders { readers in
            await SharedDriver.close()
            let log = EventLog()
            let driver = PCSCDriver(limits: limits) { log.append($0) }
            let desk = ReaderDesk(driver: driver, log: log, daemon: pool.daemon, readers: readers, limits: limits)
            try await desk.run(body)
            await driver.close()
        }
    }

    private func run(_ body: @Sendable (ReaderDesk) async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await body(self)) } catch { result = .failure(error) }
        // The next test begins with empty readers.
        let isUsable = await driver.listing().terminals.count == daemon.readers.count
        if !driver.desk.isClosed, isUsable { for index in readers.indices { await waitUntil(index, is: .ready) } }
        try result.get()
    }

    func terminal(_ index: Int = 0) -> TerminalID { TerminalID(readerName: readers[index].name) }

    func status(_ index: Int = 0) async -> TerminalStatus? {
        await driver.listing().terminals.first { $0.id == terminal(index) }?.status
    }

    /// Holds a card to a reader.
    func hold(_ card: TestCard, to index: Int = 0) async throws -> VirtualReaderLink {
        try await hold(card, to: readers[index])
    }

    func hold(_ card: TestCard, to reader: PCSCDaemon.Reader) async throws -> VirtualReaderLink {
        try await VirtualReaderLink.hold(card, at: try SocketAddress(parsing: "127.0.0.1:\(reader.port)"), within: .seconds(10))
    }

    /// Waits for a card and reads it, within the test's own limits unless others are given.
    func tap(
        _ index: Int = 0, within limit: Duration = .seconds(10), limits: ReaderLimits? = nil, onCard: @escaping @Sendable () -> Void = {}
    ) async -> TapOutcome {
        await driver.tap(at: terminal(index), within: limit, limits: limits ?? self.limits, onCard: onCard)
    }

    func readerName(_ index: Int = 0) -> String { readers[index].name }

    /// Waits for the thread of a conversation to end.
    func waitForConversation() async { await waitForConversations(1) }

    func waitForConversations(_ count: Int) async {
        await log.waitForConversations(count, at: terminal())
    }

    /// Waits until the first reader tells this in a stream that was made before.
    func waitForEvent(_ kind: TerminalDriverEvent.Kind, in events: AsyncStream<TerminalDriverEvent>) async {
        for await event in events where event == TerminalDriverEvent(terminal(), kind) { return }
    }

    /// Waits until a reader shows this, or the test fails.
    func waitUntil(_ index: Int = 0, is expected: TerminalStatus?, sourceLocation: SourceLocation = #_sourceLocation) async {
        let deadline = ContinuousClock.now.advanced(by: .seconds(10))
        while await status(index) != expected {
            guard ContinuousClock.now < deadline else {
                let found = "\(await driver.listing()), log: \(log.all)"
                Issue.record("the terminal never became \(String(describing: expected)); \(found)", sourceLocation: sourceLocation)
                return
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// The driver of the tests that need no other.
private enum SharedDriver {
    private static let state = Mutex<(PCSCDriver, EventLog)?>(nil)

    static func current() -> (PCSCDriver, EventLog) {
        state.withLock { state in
            if let state { return state }
            let log = EventLog()
            let made = (PCSCDriver { log.append($0) }, log)
            state = made
            return made
        }
    }

    static func close() async {
        await state.withLock { $0.take() }?.0.close()
    }
}

/// Something that a test waits for.
final class Flag: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func raise() {
        continuation.yield()
        continuation.finish()
    }

    /// Returns at once when it is up already.
    func wait() async {
        for await _ in stream { return }
    }
}
