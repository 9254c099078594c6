import Payments
import Testing

@Suite(.timeLimit(.minutes(1))) struct DurationTextTests {
    @Test(
        "A whole number and a unit is a duration",
        arguments: [
            ("250ms", Duration.milliseconds(250)), ("5s", .seconds(5)), ("5m", .seconds(300)), ("1h", .seconds(3600)), ("0s", .zero),
            ("007s", .seconds(7)), ("8760h", .seconds(31_536_000)),
        ])
    func parses(text: String, duration: Duration) {
        #expect(DurationText.parse(text) == duration)
    }

    @Test(
        "Everything else is none",
        arguments: [
            "", "5", "s", "ms", "-5s", "+5s", "1.5s", "5 s", " 5s", "5s ", "5S", "5min", "5sm", "٥s", "9223372036854775807s", "8761h",
            "31536000001ms", "99999999999999999999s",
        ])
    func refuses(text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test("What is written reads back, in the largest unit that fits", arguments: ["250ms", "5s", "90s", "5m", "1h", "25h", "0s", "3600001ms"])
    func roundTrips(text: String) throws {
        #expect(DurationText.format(try #require(DurationText.parse(text))) == text)
    }
}

@Suite(.timeLimit(.minutes(1))) struct RetryScheduleTests {
    @Test("The standard schedule is the contract's: 5 s, 30 s, 5 min, four attempts in all")
    func standard() throws {
        #expect(RetrySchedule.standard.waits == [.seconds(5), .seconds(30), .seconds(300)])
        #expect(RetrySchedule.standard.attempts == 4)
        #expect(try RetrySchedule(parsing: "5s,30s,5m") == .standard)
        #expect(RetrySchedule.standard.description == "5s,30s,5m")
    }

    @Test("Spaces around the commas do not matter")
    func spaces() throws {
        #expect(try RetrySchedule(parsing: "250ms , 1h").waits == [.milliseconds(250), .seconds(3600)])
    }

    @Test(
        "A part that is no duration above zero is named by its place",
        arguments: [("", 1), ("5s,,5m", 2), ("5s,0s", 2), ("5s,30s,5", 3), ("5s;30s", 1)])
    func badParts(text: String, position: Int) {
        #expect(throws: RetryScheduleError.notADuration(position: position)) { try RetrySchedule(parsing: text) }
    }

    @Test("A schedule of more than twenty waits is refused")
    func tooMany() throws {
        #expect(try RetrySchedule(parsing: Array(repeating: "1s", count: 20).joined(separator: ",")).waits.count == 20)
        #expect(throws: RetryScheduleError.tooMany) { try RetrySchedule(parsing: Array(repeating: "1s", count: 21).joined(separator: ",")) }
    }
}
