import Payments
import Terminals
import TestSupport

/// What something under test did, one after the other, and tests that wait for it.
final class WatchedLog<Entry: Sendable>: Sendable {
    private let entries = Watched<[Entry]>([])

    var all: [Entry] { entries.value }
    var count: Int { all.count }

    func append(_ entry: Entry) {
        entries.withLock { $0.append(entry) }
    }

    /// Waits until the log holds what the test wants; the test's time limit ends a wait that is in vain.
    func wait(until isEnough: @escaping @Sendable ([Entry]) -> Bool) async {
        await entries.until(isEnough)
    }
}

/// The commands that a card was sent.
typealias CommandLog = WatchedLog<[UInt8]>

/// What the driver reported, since a test began.
struct EventLog: Sendable {
    private let log: WatchedLog<ReaderEvent>
    private let start: Int

    init() {
        log = WatchedLog()
        start = 0
    }

    private init(_ log: WatchedLog<ReaderEvent>, from start: Int) {
        self.log = log
        self.start = start
    }

    var all: [ReaderEvent] { Array(log.all.dropFirst(start)) }

    /// What is yet to come.
    func rest() -> EventLog { EventLog(log, from: log.count) }

    func append(_ event: ReaderEvent) { log.append(event) }

    func wait(until isEnough: @escaping @Sendable ([ReaderEvent]) -> Bool) async {
        await log.wait { [start] in isEnough(Array($0.dropFirst(start))) }
    }

    func conversations(at terminal: TerminalID) -> [ConversationReport] {
        Self.conversations(all, at: terminal)
    }

    func waitForConversations(_ count: Int, at terminal: TerminalID) async {
        await wait { Self.conversations($0, at: terminal).count >= count }
    }

    func isLeft(_ terminal: TerminalID) -> Bool {
        all.contains { if case .conversationLeft(terminal, _) = $0 { true } else { false } }
    }

    private static func conversations(_ events: [ReaderEvent], at terminal: TerminalID) -> [ConversationReport] {
        events.compactMap { event in
            if case .conversationEnded(let report) = event, report.terminal == terminal { report } else { nil }
        }
    }
}

/// What happens at one terminal, from the moment this is made until the stream ends.
struct EventCollector: Sendable {
    private let log = WatchedLog<TerminalDriverEvent.Kind>()
    private let task: Task<Void, Never>

    init(_ stream: AsyncStream<TerminalDriverEvent>, of terminal: TerminalID) {
        task = Task { [log] in
            for await event in stream where event.terminal == terminal { log.append(event.kind) }
        }
    }

    /// All, once the stream has ended.
    func all() async -> [TerminalDriverEvent.Kind] {
        await task.value
        return log.all
    }

    func first(_ count: Int) async -> [TerminalDriverEvent.Kind] {
        await log.wait { $0.count >= count }
        return Array(log.all.prefix(count))
    }
}
