import JSON
import Payments
import Testing

@testable import Gateway

private func log(_ pipe: LogPipe, level: LogLevel = .info) -> EventLog {
    EventLog(level: level, form: .json, output: LogOutput(descriptor: pipe.writing), clock: SystemClock())
}

private func member(_ name: String, of line: String) -> JSONValue? {
    try? JSONDocument(parsing: Array(line.utf8)).root[name]
}

@Suite struct `Event log` {
    /// A line of about a kilobyte, and twice as many of them as may wait.
    private let event = LogEvent(.info, "event", ["text": .own(String(repeating: "y", count: 1000))])
    private let tooMany = 2 * GatewayBounds.logBytes / 1000

    @Test func `Events come out in order, those below the level not at all`() async {
        let pipe = LogPipe()
        let log = log(pipe, level: .warning)
        for number in 0..<100 { log.record(LogEvent(number % 2 == 0 ? .warning : .info, "event.\(number)")) }
        await log.close(within: .seconds(10))
        #expect(pipe.closeAndReadLines().map { member("event", of: $0)?.string } == stride(from: 0, to: 100, by: 2).map { "event.\($0)" })
    }

    @Test func `Lines of a request bear its id, also from tasks that it started`() async {
        let pipe = LogPipe()
        let log = log(pipe)
        await RequestScope.$id.withValue("req-1") {
            log.record(LogEvent(.info, "direct"))
            await Task { log.record(LogEvent(.info, "task")) }.value
        }
        log.record(LogEvent(.info, "outside"))
        await log.close(within: .seconds(10))
        #expect(pipe.closeAndReadLines().map { member("requestId", of: $0)?.string } == ["req-1", "req-1", nil])
    }

    @Test func `A reader that reads nothing blocks nobody, and closing ends in time`() async {
        let pipe = LogPipe()
        pipe.fill()
        let log = log(pipe)
        // Were one of them to wait for the reader, this would never end.
        for _ in 0..<tooMany { log.record(event) }
        let closing = await ContinuousClock().measure { await log.close(within: .milliseconds(100)) }
        #expect(closing < .seconds(10))
        _ = pipe.closeAndReadLines()
    }

    @Test func `What was dropped is counted in a line as soon as there is room`() async {
        let pipe = LogPipe()
        pipe.fill()
        let log = log(pipe)
        for _ in 0..<tooMany { log.record(event) }
        let lines = await Task.detached { pipe.readLines(until: "log.dropped") }.value
        await log.close(within: .seconds(10))
        let written = lines.filter { member("event", of: $0)?.string == "event" }.count
        let dropped = lines.last.flatMap { member("count", of: $0)?.integer }
        #expect(written > 0 && written < tooMany)
        #expect(dropped == Int64(tooMany - written))
        _ = pipe.closeAndReadLines()
    }

    @Test func `A descriptor that cannot be written ends nothing`() async {
        let log = EventLog(level: .info, form: .json, output: LogOutput(descriptor: -1), clock: SystemClock())
        log.record(event)
        await log.close(within: .seconds(10))
    }
}
