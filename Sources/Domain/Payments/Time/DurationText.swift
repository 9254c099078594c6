/// Durations as the configuration writes them: a whole number and a unit, `250ms` `5s` `5m` `1h` (contract, section 6).
public enum DurationText {
    private static let units: [(suffix: String, milliseconds: Int64)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]

    /// Nothing is configured to take longer than a year; so no moment that a configured duration leads to is out of range.
    private static let longest = Duration.seconds(365 * 24 * 3600)

    /// Nil when the text is no duration: a sign, a fraction, a space, no unit, or longer than a year.
    public static func parse(_ text: some StringProtocol) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard
            !digits.isEmpty, let number = Int64(digits),
            let unit = units.first(where: { $0.suffix == text[digits.endIndex...] })
        else { return nil }
        let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow || .milliseconds(milliseconds) > longest ? nil : .milliseconds(milliseconds)
    }

    /// The shortest text that `parse` reads as this duration, in the largest unit that divides it; what is finer than a millisecond is cut off.
    public static func format(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        let unit = units.last { milliseconds != 0 && milliseconds % $0.milliseconds == 0 } ?? units[1]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}
