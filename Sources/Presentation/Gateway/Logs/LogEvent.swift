/// Something worth a line in the log. Only the factories beside this type make one, and none of them takes card data, a key, an `Authorization`
/// header or a redirect link.
struct LogEvent: Sendable {
    let level: LogLevel
    /// What happened, for instance `request.finished`.
    let name: String
    /// Made when a line is written: an event that is below the log's level costs next to nothing.
    private let makeFields: @Sendable () -> KeyValuePairs<String, LogValue?>

    init(_ level: LogLevel, _ name: String, _ fields: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, LogValue?> = [:]) {
        self.level = level
        self.name = name
        makeFields = fields
    }

    var fields: [(name: String, value: LogValue)] {
        makeFields().compactMap { name, value in value.map { (name, $0) } }
    }
}

/// A value in a log line.
enum LogValue: Hashable, Sendable {
    /// Words or ids of the gateway's own making, which hold nothing from outside.
    case own(String)
    /// Text of others' making; it is masked and cut before it is written.
    case outside(String)
    case number(Int64)
    case flag(Bool)

    /// Durations are logged in milliseconds.
    static func milliseconds(_ duration: Duration) -> LogValue {
        .number(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)
    }
}
