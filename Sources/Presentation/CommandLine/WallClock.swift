import Glibc

/// The time of day, where a command needs it.
enum WallClock {
    /// Whole seconds since the Unix epoch.
    static var seconds: Int64 { Int64(time(nil)) }
}
