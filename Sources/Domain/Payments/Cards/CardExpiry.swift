/// The last month in which a card is good.
public struct CardExpiry: Hashable, Sendable {
    /// 1–12.
    public let month: Int
    /// Four digits.
    public let year: Int

    static let monthMessage = "must be two digits, 01 to 12"
    static let yearMessage = "must be two or four digits"
    static let expiredMessage = "the card has expired"

    /// Takes a month of 1–12 and a year of four digits.
    public init(month: Int, year: Int) {
        self.month = month
        self.year = year
    }

    /// A month of exactly two digits, `01` to `12`.
    static func month(of text: String) -> Int? {
        guard text.utf8.count == 2, let month = ASCIIText.number(text.utf8), (1...12).contains(month) else { return nil }
        return month
    }

    /// A year of two or four digits; two mean this century's.
    static func year(of text: String) -> Int? {
        switch text.utf8.count {
        case 2: ASCIIText.number(text.utf8).map { 2000 + $0 }
        case 4: ASCIIText.number(text.utf8)
        default: nil
        }
    }

    /// Whether the month is over everywhere on Earth: last of all at UTC−12, twelve hours after it is in UTC.
    public func isOver(at moment: Timestamp) -> Bool {
        moment >= Timestamp(startOfMonth: month + 1, year: year) + .seconds(12 * 3600)
    }

    /// Whether no month of the year is left either, so that the year is to blame.
    func isYearOver(at moment: Timestamp) -> Bool {
        CardExpiry(month: 12, year: year).isOver(at: moment)
    }
}
