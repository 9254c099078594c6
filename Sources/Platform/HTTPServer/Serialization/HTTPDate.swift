import Glibc
import Synchronization

/// `Date: Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 section 5.6.7), written once a second. Each loop has its own, so its lock is never
/// waited for.
final class DateClock: Sendable {
    private struct Written {
        var second: Int = .min
        var lead: [UInt8] = []
    }

    private let written = Mutex(Written())

    /// Appends how the field lines of every answer begin: with that of now, and the name of the request's id.
    func appendLead(to output: WipedBuffer) {
        let second = time(nil)
        written.withLock { written in
            if written.second != second {
                written = Written(second: second, lead: Array("Date: \(HTTPDate.text(unixSeconds: second))\r\nx-request-id: ".utf8))
            }
            output.append(written.lead)
        }
    }
}

/// The form of dates in header fields.
enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// For moments from 1970 on.
    static func text(unixSeconds: Int) -> String {
        let days = unixSeconds / 86_400
        let second = unixSeconds % 86_400
        let (year, month, day) = civil(daysSince1970: days)
        let date = "\(weekdays[days % 7]), \(twoDigits(day)) \(months[month - 1]) \(year)"
        return "\(date) \(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60)) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The Gregorian calendar, counted in eras of 400 years that begin on a 1 March, so that the leap day is each year's last.
    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
