extension Timestamp {
    /// The first instant of a month in UTC, by the proleptic Gregorian calendar; months count from 1, and 13 is the next year's first.
    init(startOfMonth month: Int, year: Int) {
        let monthsSinceYearZero = Int64(year) * 12 + Int64(month) - 1
        let civilYear = Self.floorDivide(monthsSinceYearZero, 12)
        let civilMonth = monthsSinceYearZero - civilYear * 12 + 1
        self.init(milliseconds: Self.days(year: civilYear, month: civilMonth, day: 1) * Self.millisecondsPerDay)
    }

    static let millisecondsPerDay: Int64 = 86_400_000

    /// Days from 1970-01-01 to a date. Years are counted from March, so that the leap day is a year's last (Howard Hinnant, "chrono-Compatible
    /// Low-Level Date Algorithms", `days_from_civil`).
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
        let quotient = dividend / divisor
        return dividend % divisor < 0 ? quotient - 1 : quotient
    }
}
