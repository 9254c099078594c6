import Payments
import Testing

/// RFC 3339, section 5.6; the Unix times are those of `date -u -d … +%s`.
@Suite struct `RFC 3339 date-times` {
    private static let samples: [(String, Int64)] = [
        ("1970-01-01T00:00:00.000Z", 0), ("2026-11-30T02:00:00.000Z", 1_796_004_000_000), ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
        ("2000-03-01T00:00:00.000Z", 951_868_800_000), ("1969-12-31T23:59:59.001Z", -999), ("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ]

    @Test(arguments: samples)
    func `Moments are shown in UTC with milliseconds, and read back`(text: String, milliseconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
    }

    @Test(arguments: [
        ("2026-11-30T09:00:00+07:00", 1_796_004_000_000), ("2026-11-29T21:30:00-04:30", 1_796_004_000_000),
        ("2026-11-30t02:00:00z", 1_796_004_000_000),
        ("2026-11-30T02:00:00.5Z", 1_796_004_000_500), ("2026-11-30T02:00:00.123456789Z", 1_796_004_000_123),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `Offsets, small letters, fractions and leap seconds are read`(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T02:00:00", "2026-11-30 02:00:00Z", "2026-11-30T02:00Z", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T02:60:00Z",
        "2026-11-30T02:00:61Z",
        "2026-11-30T02:00:00.Z", "2026-11-30T02:00:00+7:00", "2026-11-30T02:00:00+24:00", "2026-11-30T02:00:00Z ", "+026-11-30T02:00:00Z",
        "２０２６-11-30T02:00:00Z", "1796004000000",
    ])
    func `All else is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `Every day of four centuries is shown as the calendar has it`() {
        // The calendar by its rule, one day after the other: no closed formula.
        var (year, month, day) = (1900, 1, 1)
        var moment = Timestamp(rfc3339: "1900-01-01T00:00:00Z")
        for _ in 0..<146_097 {
            guard let today = moment else { break }
            let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
            if today.rfc3339 != "\(year)-\(digits(month))-\(digits(day))T00:00:00.000Z" {
                Issue.record("\(year)-\(month)-\(day) is shown as \(today.rfc3339)")
                return
            }
            let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            if day < length {
                day += 1
            } else {
                (day, month) = (1, month == 12 ? 1 : month + 1)
                if month == 1 { year += 1 }
            }
            moment = Timestamp(milliseconds: today.milliseconds + 86_400_000)
        }
        #expect((year, month, day) == (2300, 1, 1))
    }
}
