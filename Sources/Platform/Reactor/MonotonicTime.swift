import CLinux
import Glibc

/// A moment on the clock that never jumps, in nanoseconds.
struct MonotonicTime: Comparable, Sendable {
    var nanoseconds: UInt64

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    /// The moment that lies `duration` ahead; a negative duration counts as none, one beyond the clock's range as its end.
    func advanced(by duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return self }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
        let (end, overflow3) = nanoseconds.addingReportingOverflow(sum)
        return MonotonicTime(nanoseconds: overflow || overflow2 || overflow3 ? .max : end)
    }

    static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
