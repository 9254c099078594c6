import Testing

@testable import Payments

@Suite("Expiry")
struct CardExpiryTests {
    @Test("A month is exactly two digits, 01 to 12", arguments: [("01", 1), ("09", 9), ("12", 12)])
    func months(text: String, month: Int) {
        #expect(CardExpiry.month(of: text) == month)
    }

    @Test("Any other month is refused", arguments: ["", "1", "00", "13", "001", " 1", "1 ", "-1", "+1", "١٢", "ab"])
    func wrongMonths(text: String) {
        #expect(CardExpiry.month(of: text) == nil)
    }

    @Test("A year has two digits, of this century, or four", arguments: [("39", 2039), ("2039", 2039), ("00", 2000), ("99", 2099), ("1999", 1999)])
    func years(text: String, year: Int) {
        #expect(CardExpiry.year(of: text) == year)
    }

    @Test("Any other year is refused", arguments: ["", "9", "039", "20390", "2O39", "-039", "２０３９"])
    func wrongYears(text: String) {
        #expect(CardExpiry.year(of: text) == nil)
    }

    // 2026-12-01T12:00:00Z is midnight at UTC−12, where November ends last.
    @Test("A card is good until its month is over at UTC−12")
    func lastInstant() {
        let end = Timestamp(milliseconds: 1_796_126_400_000)
        let november = CardExpiry(month: 11, year: 2026)
        #expect(!november.isOver(at: end + .milliseconds(-1)))
        #expect(november.isOver(at: end))
    }

    // 2027-01-01T12:00:00Z.
    @Test("December ends with the next year's first day")
    func december() {
        let end = Timestamp(milliseconds: 1_798_804_800_000)
        #expect(!CardExpiry(month: 12, year: 2026).isOver(at: end + .milliseconds(-1)))
        #expect(CardExpiry(month: 12, year: 2026).isOver(at: end))
        #expect(CardExpiry(month: 12, year: 2026).isYearOver(at: end))
        #expect(!CardExpiry(month: 1, year: 2027).isOver(at: end))
    }
}
