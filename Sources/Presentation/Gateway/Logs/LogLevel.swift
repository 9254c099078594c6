/// How serious an event is.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// What only someone who looks for a fault wants to see.
    case debug
    /// What happened.
    case info
    /// What should not be so, and was borne.
    case warning
    /// What the gateway could not do.
    case error

    /// By seriousness.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.seriousness < right.seriousness
    }

    private var seriousness: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
