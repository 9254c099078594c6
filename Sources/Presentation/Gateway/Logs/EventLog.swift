import Payments
import Reactor
import Synchronization

/// The log: takes events from any thread without waiting, and writes their lines on a thread of its own.
///
/// The queue is bounded. When whoever reads the log is too slow, events are dropped, counted, and the count is logged as soon as there is room.
final class EventLog: Sendable {
    private struct Queue {
        var lines: [[UInt8]] = []
        var bytes = 0
        var dropped: Int64 = 0
        var isDraining = false
    }

    private let level: LogLevel
    private let form: LogForm
    private let clock: any GatewayClock
    private let output: LogOutput
    private let queue = Mutex(Queue())
    private let thread = ThreadExecutor(name: "log")

    init(level: LogLevel, form: LogForm, output: LogOutput, clock: any GatewayClock) {
        self.level = level
        self.form = form
        self.output = output
        self.clock = clock
    }

    /// Queues the event's line; the line bears the id of the request that the task works on.
    func record(_ event: LogEvent) {
        record(event, at: event.level)
    }

    /// Whether lines of this level are written.
    func wants(_ level: LogLevel) -> Bool {
        level >= self.level
    }

    /// Queues the event's line, unless events of its level are not wanted: then no event is made. The line bears the id of the request, which is that
    /// of the task unless said otherwise.
    func record(_ event: @autoclosure () -> LogEvent, at level: LogLevel, request: @autoclosure () -> String? = RequestScope.id) {
        if wants(level) { write(event(), request: request()) }
    }

    private func write(_ event: LogEvent, request: String?) {
        let line = form.line(event, at: clock.now(), request: request)
        let startsDraining = queue.withLock { queue in
            guard queue.bytes + line.count <= GatewayBounds.logBytes else {
                queue.dropped += 1
                return false
            }
            queue.lines.append(line)
            queue.bytes += line.count
            defer { queue.isDraining = true }
            return !queue.isDraining
        }
        if startsDraining { Task(executorPreference: thread) { self.drain() } }
    }

    /// Writes what is queued for at most `limit`, then ends the thread.
    func close(within limit: Duration) async {
        output.close(within: limit)
        await thread.shutdown()
    }

    private func drain() {
        while let lines = takeLines() {
            for line in lines { output.write(line) }
        }
    }

    private func takeLines() -> [[UInt8]]? {
        queue.withLock { queue in
            if queue.dropped > 0 {
                queue.lines.append(form.line(.eventsDropped(count: queue.dropped), at: clock.now(), request: nil))
                queue.dropped = 0
            }
            guard !queue.lines.isEmpty else {
                queue.isDraining = false
                return nil
            }
            defer {
                queue.lines = []
                queue.bytes = 0
            }
            return queue.lines
        }
    }
}

/// What the current task works for.
enum RequestScope {
    /// The id of the request; nil outside of one.
    @TaskLocal static var id: String?
}
