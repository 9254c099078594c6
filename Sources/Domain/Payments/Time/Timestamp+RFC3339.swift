// Moments as the API shows and reads them: date-times of RFC 3339, section 5.6.
extension Timestamp {
    /// In UTC with milliseconds: `2026-11-30T02:00:00.000Z`.
    public var rfc3339: String {
        let day = Self.floorDivide(milliseconds, Self.millisecondsPerDay)
        let time = milliseconds - day * Self.millisecondsPerDay
        let date = Self.date(ofDay: day)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func append(_ number: Int64, digits: Int, then separator: Unicode.Scalar) {
            let shown = String(number).utf8
            for _ in shown.count..<max(digits, shown.count) { text.append(UInt8(ascii: "0")) }
            text += shown
            text.append(UInt8(ascii: separator))
        }
        append(date.year, digits: 4, then: "-")
        append(date.month, digits: 2, then: "-")
        append(date.day, digits: 2, then: "T")
        append(time / 3_600_000, digits: 2, then: ":")
        append(time / 60_000 % 60, digits: 2, then: ":")
        append(time / 1000 % 60, digits: 2, then: ".")
        append(time % 1000, digits: 3, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a date-time with any offset; what is finer than a millisecond is cut off. Nil for every other text.
    public init?(rfc3339 text: String) {
        var scanner = DateTimeScanner(rest: text.utf8[...])
        guard
            let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2), scanner.take("-"),
            let day = scanner.number(digits: 2), scanner.take("T") || scanner.take("t"), let hour = scanner.number(digits: 2), scanner.take(":"),
            let minute = scanner.number(digits: 2), scanner.take(":"), let second = scanner.number(digits: 2),
            let fraction = scanner.fractionInMilliseconds(), let offset = scanner.offsetInMinutes(), scanner.rest.isEmpty
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        // 30 February comes back as another date. Second 60 is a leap second: Unix time makes the next minute's first of it.
        guard Self.date(ofDay: days) == (year, month, day), hour < 24, minute < 60, second <= 60 else { return nil }
        self.init(milliseconds: (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + fraction)
    }

    /// The date of a day counted from 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = day + 719_468
        let era = floorDivide(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// Takes a date-time apart from its front.
private struct DateTimeScanner {
    var rest: Substring.UTF8View

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int) -> Int64? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(isDigit) else { return nil }
        rest.removeFirst(digits)
        return text.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    mutating func fractionInMilliseconds() -> Int64? {
        guard take(".") else { return 0 }
        let digits = rest.prefix(while: isDigit)
        rest.removeFirst(digits.count)
        guard !digits.isEmpty else { return nil }
        let firstThree = digits.prefix(3).reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return (digits.count..<max(3, digits.count)).reduce(firstThree) { sum, _ in sum * 10 }
    }

    mutating func offsetInMinutes() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), take(":"), let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
