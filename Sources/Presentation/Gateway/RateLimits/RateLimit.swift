/// How often something may happen: so often at once, and evenly as often again within a period.
public struct RateLimit: Hashable, Sendable {
    /// A period that a limit can be for, by its letter.
    enum Period: Character, CaseIterable, Sendable {
        case second = "s"
        case minute = "m"
        case hour = "h"

        var seconds: Int {
            switch self {
            case .second: 1
            case .minute: 60
            case .hour: 3600
            }
        }
    }

    /// How often; `10/s` and `600/m` come to the same in the long run, and differ in how many may come at once.
    let count: Int
    let period: Period

    /// From what lets anybody in at all to more than a gateway could answer; no limit is written `off`.
    static let counts = 1...1_000_000

    /// Reads `100/s`, `600/m` or `1000/h`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[0]),
            Self.counts.contains(count), parts[1].count == 1, let period = parts[1].first.flatMap(Period.init)
        else { return nil }
        self.count = count
        self.period = period
    }

    /// How long a bucket takes for one token, in whole nanoseconds, as clocks count, and rounded up: never more than the limit.
    var interval: Duration { .nanoseconds((period.seconds * 1_000_000_000 + count - 1) / count) }

    /// How long an empty bucket takes to be full.
    var fillTime: Duration { interval * count }
}
