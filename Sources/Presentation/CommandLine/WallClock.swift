import Glibc
import Payments

/// The time of day, where a command needs it.
enum WallClock {
    /// Whole seconds since the Unix epoch.
    static var seconds: Int64 { Int64(time(nil)) }

    /// The same as the domain has it.
    static var now: Timestamp { Timestamp(milliseconds: seconds * 1000) }
}
