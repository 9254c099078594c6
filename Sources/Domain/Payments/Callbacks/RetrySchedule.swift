/// How long to wait after each failed attempt before the next; after the last wait's attempt the callback is a dead letter.
public struct RetrySchedule: Hashable, Sendable {
    /// The waits, each from the end of the attempt before. There is one attempt more than waits.
    public let waits: [Duration]

    /// 5 s, 30 s, 5 min: what iFortePay itself does (specification, section 7).
    public static let standard = RetrySchedule(uncheckedWaits: [.seconds(5), .seconds(30), .seconds(300)])

    /// More waits than this are no schedule anyone meant.
    static let maximumWaits = 20

    private init(uncheckedWaits waits: [Duration]) {
        self.waits = waits
    }

    /// Reads `GATEWAY_RETRY_SCHEDULE`: durations with commas between them, each longer than nothing.
    public init(parsing text: String) throws(RetryScheduleError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumWaits else { throw .tooMany }
        var waits: [Duration] = []
        for (index, part) in parts.enumerated() {
            guard let wait = DurationText.parse(Self.trimmed(part)), wait > .zero else { throw .notADuration(position: index + 1) }
            waits.append(wait)
        }
        self.waits = waits
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// How many attempts the schedule has.
    public var attempts: Int { waits.count + 1 }

    /// The wait after the schedule's `number`th attempt (from 1) failed; nil when it was the last.
    func wait(afterAttempt number: Int) -> Duration? {
        waits.indices.contains(number - 1) ? waits[number - 1] : nil
    }
}

extension RetrySchedule: CustomStringConvertible {
    /// As the configuration writes it.
    public var description: String { waits.map { DurationText.format($0) }.joined(separator: ",") }
}

/// Why a text is no retry schedule.
public enum RetryScheduleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part at this position, from 1, is no duration longer than nothing.
    case notADuration(position: Int)
    /// There are more waits than anyone can mean.
    case tooMany

    /// The rule that was broken, for a person.
    public var description: String {
        switch self {
        case .notADuration(let position): "wait \(position) is not a duration above zero such as 250ms, 5s, 5m or 1h"
        case .tooMany: "more than \(RetrySchedule.maximumWaits) waits"
        }
    }
}

/// When a merchant's callbacks are attempted, and by whom.
struct RetryPolicy: Hashable, Sendable {
    let schedule: RetrySchedule
    /// How long after its time the provider's repeat may still come before the gateway makes the attempt itself.
    let grace: Duration

    /// The moment from which the gateway makes the attempt that is scheduled for `moment`.
    func gatewayActs(onAttemptAt moment: Timestamp) -> Timestamp { moment + grace }
}
