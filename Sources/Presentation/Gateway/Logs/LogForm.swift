import JSON
import Payments

/// How a log line is written.
public enum LogForm: Sendable {
    /// One JSON object in a line, for machines.
    case json
    /// For a person at a terminal.
    case readable

    /// The event as a line with its end.
    func line(_ event: LogEvent, at moment: Timestamp, request: String?) -> [UInt8] {
        switch self {
        case .json: Self.jsonLine(event, at: moment, request: request)
        case .readable: Self.readableLine(event, at: moment, request: request)
        }
    }

    private static func jsonLine(_ event: LogEvent, at moment: Timestamp, request: String?) -> [UInt8] {
        JSONWriter.object { object in
            object.member("time", moment.rfc3339)
            object.member("level", event.level.rawValue)
            object.member("event", event.name)
            if let request { object.member("requestId", LogText.safe(request)) }
            for (name, value) in event.fields {
                switch value {
                case .own(let text): object.member(name, text)
                case .outside(let text): object.member(name, LogText.safe(text))
                case .number(let number): object.member(name, number)
                case .flag(let flag): object.member(name, flag)
                }
            }
        } + [UInt8(ascii: "\n")]
    }

    private static func readableLine(_ event: LogEvent, at moment: Timestamp, request: String?) -> [UInt8] {
        var line = "\(moment.rfc3339) \(event.level.rawValue.uppercased()) \(event.name)"
        for (name, value) in event.fields {
            switch value {
            case .own(let text): line += " \(name)=\(quoted(text))"
            case .outside(let text): line += " \(name)=\(quoted(LogText.safe(text)))"
            case .number(let number): line += " \(name)=\(number)"
            case .flag(let flag): line += " \(name)=\(flag)"
            }
        }
        if let request { line += " requestId=\(quoted(LogText.safe(request)))" }
        return Array("\(line)\n".utf8)
    }

    /// Printable, and in quotation marks where it would not stand out as one value.
    private static func quoted(_ text: String) -> String {
        let text = LogText.printable(text)
        guard text.isEmpty || text.contains(where: { $0 == " " || $0 == "\"" }) else { return text }
        return "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }
}
