import Testing

@testable import Payments

@Suite("Calendar")
struct CalendarTests {
    // Computed with `date -u -d '<year>-<month>-01' +%s`.
    @Test(
        "A month begins at midnight UTC of its first day",
        arguments: [
            (1970, 1, 0), (2000, 2, 949_363_200), (2000, 3, 951_868_800), (2024, 3, 1_709_251_200), (2026, 11, 1_793_491_200),
            (2100, 3, 4_107_542_400), (1969, 12, -2_678_400), (1900, 3, -2_203_891_200),
        ])
    func months(year: Int, month: Int, seconds: Int64) {
        #expect(Timestamp(startOfMonth: month, year: year).milliseconds == seconds * 1000)
    }

    @Test("Month 13 is the next year's first")
    func thirteenthMonth() {
        #expect(Timestamp(startOfMonth: 13, year: 2026) == Timestamp(startOfMonth: 1, year: 2027))
    }
}
