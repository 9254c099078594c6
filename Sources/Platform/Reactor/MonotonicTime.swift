import CLinux
import Glibc

/// A moment on the clock that never jumps, in nanoseconds. Unlike the instants of the standard library's clocks it has a fixed layout, so that code
/// which asks for the time at every request need not allocate for it.
public struct MonotonicTime: Comparable, Sendable {
    /// Since a moment that means nothing.
    var nanoseconds: UInt64

    /// The moment of the call.
    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    /// A `Duration` in nanoseconds, for who adds the same one time and again: to take it apart costs more than all the rest. A negative one counts as
    /// none, one beyond the clock's range as its end.
    public struct Interval: Sendable {
        let nanoseconds: UInt64

        /// Takes a duration apart.
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            guard seconds >= 0, attoseconds >= 0 else {
                nanoseconds = 0
                return
            }
            let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, overflow2) = whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
            nanoseconds = overflow || overflow2 ? .max : sum
        }
    }

    /// The moment that lies `interval` ahead.
    public func advanced(by interval: Interval) -> MonotonicTime {
        let (end, overflow) = nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return MonotonicTime(nanoseconds: overflow ? .max : end)
    }

    /// The moment that lies `duration` ahead.
    public func advanced(by duration: Duration) -> MonotonicTime {
        advanced(by: Interval(duration))
    }

    /// How far `later` lies ahead; below zero if it has passed.
    public func duration(to later: MonotonicTime) -> Duration {
        later >= self
            ? .nanoseconds(Int64(clamping: later.nanoseconds - nanoseconds))
            : .zero - .nanoseconds(Int64(clamping: nanoseconds - later.nanoseconds))
    }

    /// Whether one is earlier.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
