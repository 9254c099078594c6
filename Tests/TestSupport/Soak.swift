import FoundationEssentials

/// The long form of a test: `make soak` sets `SOAK` to how many times as much is to be done; without it a test has its short form.
public enum Soak {
    /// By what to multiply rounds; 1 in the short form.
    public static let factor = ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) }.map { max($0, 1) } ?? 1

    /// A seed for every round of the long form, the first ones those of the short form.
    public static func seeds(_ count: Int) -> [UInt64] {
        (1...UInt64(count * factor)).map { $0 }
    }
}
