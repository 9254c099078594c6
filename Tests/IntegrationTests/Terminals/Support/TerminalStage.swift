import HTTPClient
import JSON
import PCSCSupport
import Payments
import Reactor
import Sandbox
import Synchronization
import TestSupport
import Testing

/// A gateway in a process of its own at virtual readers that the test has to itself, its merchant, who hears what happens there, and the cards that lie
/// on the readers.
final class TerminalStage: Sendable {
    let folder: TestFolder
    let gateway: GatewayProcess
    let caller: TestCaller
    let events: TerminalEvents
    let daemon: PCSCDaemon
    private let readers: [PCSCDaemon.Reader]
    private let cards: Mutex<[Int: (link: VirtualReaderLink, count: Int)]>

    /// Runs a test at `count` readers.
    static func with(
        _ count: Int = 1, settings: [String: String] = [:], in folder: TestFolder? = nil, _ body: (TerminalStage) async throws -> Void
    ) async throws {
        let pool = try SharedReaders.pool.get()
        try await pool.withReaders(count) { readers in
            let stage = try await TerminalStage(at: readers, of: pool.daemon, settings: settings, in: folder)
            // The card of a test that failed may just be leaving.
            for index in readers.indices { await stage.wait(until: "READY", at: index) }
            try await body(stage)
            await stage.end()
        }
    }

    /// Starts a gateway at readers of a service, which need not run.
    init(
        at readers: [PCSCDaemon.Reader], of daemon: PCSCDaemon, settings: [String: String] = [:], in folder: TestFolder? = nil
    ) async throws {
        self.folder = try folder ?? TestFolder()
        gateway = try await GatewayProcess(in: self.folder, settings: daemon.settings.merging(settings) { $1 })
        caller = try TestCaller()
        events = try await TerminalEvents(of: gateway, on: caller.loop)
        self.daemon = daemon
        self.readers = readers
        cards = Mutex([:])
    }

    /// Takes the cards away, so that the next test has empty readers and hears nothing of them, and ends the gateway.
    func end() async {
        let held = cards.withLock { Array($0.keys) }
        for index in held { remove(at: index) }
        for index in held { await takeAway(at: index) }
        await gateway.end()
        await caller.shutdown()
    }

    var indices: Range<Int> { readers.indices }

    func terminal(_ index: Int = 0) -> String { TerminalID(readerName: readers[index].name).rawValue }

    /// Where a card is held to the reader.
    func address(_ index: Int = 0) -> String { "127.0.0.1:\(readers[index].port)" }

    // MARK: Cards

    /// Holds a card to a reader, where it lies until it is taken away.
    func hold(_ card: any VirtualCardBehaviour, at index: Int = 0) async throws {
        let link = try await VirtualReaderLink.hold(card, at: try SocketAddress(parsing: address(index)), within: .seconds(10))
        cards.withLock { $0[index] = (link, ($0[index]?.count ?? 0) + 1) }
    }

    /// Takes the card away; it need not have noticed yet when this returns.
    func remove(at index: Int = 0) {
        cards.withLock { $0[index]?.link }?.remove()
    }

    /// Takes the card away, if it is still there, and waits until the gateway has told so.
    func takeAway(at index: Int = 0) async {
        guard let (link, count) = cards.withLock({ $0[index] }) else { return }
        link.remove()
        await events.waitUntilEmpty(terminal(index), after: count)
    }

    // MARK: Reads

    /// Starts a read and answers its id.
    func startRead(at index: Int = 0, timeout: Int = 30, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let reply = await caller.ask(.post, "\(gateway.url)/v1/terminals/\(terminal(index))/reads", #"{"timeoutSeconds":\#(timeout)}"#)
        #expect(reply.status == 201, "\(reply)", sourceLocation: sourceLocation)
        let id = try #require(reply["read", "id"], "\(reply)", sourceLocation: sourceLocation)
        #expect(reply.location == "/v1/terminals/\(terminal(index))/reads/\(id)", sourceLocation: sourceLocation)
        return id
    }

    /// A read, once it has ended.
    func read(_ id: String, at index: Int = 0) async -> Reply {
        await caller.ask(.get, "\(gateway.url)/v1/terminals/\(terminal(index))/reads/\(id)?wait=60")
    }

    /// Starts a read and answers it once it has ended.
    func read(at index: Int = 0, timeout: Int = 30) async -> Reply {
        await caller.ask(.post, "\(gateway.url)/v1/terminals/\(terminal(index))/reads?wait=60", #"{"timeoutSeconds":\#(timeout)}"#)
    }

    /// A read of a card that is held to the reader meanwhile.
    func read(_ card: any VirtualCardBehaviour, at index: Int = 0) async throws -> Reply {
        async let read = read(at: index)
        try await hold(card, at: index)
        return await read
    }

    func cancel(_ id: String, at index: Int = 0) async -> Reply {
        await caller.ask(.delete, "\(gateway.url)/v1/terminals/\(terminal(index))/reads/\(id)")
    }

    // MARK: Terminals

    func status(at index: Int = 0) async -> String? {
        await caller.ask(.get, "\(gateway.url)/v1/terminals/\(terminal(index))")["terminal", "status"]
    }

    /// Waits until the terminal shows this; no event tells all that a status does.
    func wait(until expected: String, at index: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async {
        let deadline = ContinuousClock.now.advanced(by: .seconds(20))
        while true {
            let found = await status(at: index)
            if found == expected { return }
            guard ContinuousClock.now < deadline, (try? await Task.sleep(for: .milliseconds(20))) != nil else {
                Issue.record("\(terminal(index)) never became \(expected); it is \(found ?? "unknown")", sourceLocation: sourceLocation)
                return
            }
        }
    }
}
