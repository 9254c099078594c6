import Payments
import Synchronization
import Terminals
import Testing

/// What something under test did, one after the other, and tests that wait for it.
final class WatchedLog<Entry: Sendable>: Sendable {
    private struct State {
        var entries: [Entry] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var all: [Entry] { state.withLock { $0.entries } }
    var count: Int { all.count }

    func append(_ entry: Entry) {
        let waiters = state.withLock { state in
            state.entries.append(entry)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the log holds what the test wants; the test's time limit ends a wait that is in vain.
    func wait(until isEnough: ([Entry]) -> Bool) async {
        while true {
            let seen = all
            if isEnough(seen) { return }
            await withCheckedContinuation { continuation in
                let isNew = state.withLock { state in
                    guard state.entries.count == seen.count else { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isNew { continuation.resume() }
            }
        }
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

    func wait(until isEnough: ([ReaderEvent]) -> Bool) async {
        await log.wait { isEnough(Array($0.dropFirst(start))) }
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
