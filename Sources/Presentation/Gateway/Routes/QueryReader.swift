import HTTPServer
import Payments

/// Reads query parameters, and names each that breaks its rule.
struct QueryReader {
    private let items: QueryItems
    private(set) var errors: [FieldError] = []

    init(_ items: QueryItems) {
        self.items = items
    }

    /// A parameter's value; nil when it is not given, and, with an error, when it is given twice or breaks the rule.
    mutating func value<Value>(_ name: String, _ rule: String, _ read: (String) -> Value?) -> Value? {
        let values = items.values(named: name)
        guard values.count <= 1 else {
            errors.append(FieldError(field: name, code: "repeated", message: "must be given once"))
            return nil
        }
        guard let text = values.first else { return nil }
        guard let value = read(text) else {
            errors.append(FieldError(field: name, code: "format", message: rule))
            return nil
        }
        return value
    }

    /// One of an enumeration's words.
    mutating func word<Word: RawRepresentable & CaseIterable>(_ name: String, _ type: Word.Type) -> Word? where Word.RawValue == String {
        value(name, "must be one of " + Word.allCases.map(\.rawValue).joined(separator: ", "), Word.init(rawValue:))
    }

    /// A moment.
    mutating func moment(_ name: String) -> Timestamp? {
        value(name, "must be a date-time of RFC 3339, for instance 2026-11-30T02:00:00Z; a + is written %2B", Timestamp.init(rfc3339:))
    }

    /// How long the page may be.
    mutating func limit() -> Int {
        number("limit", in: PageLimit.range) ?? PageLimit.standard
    }

    /// How long the answer may be waited for; zero when nothing is said.
    mutating func wait() -> Duration {
        let range = Self.waitSeconds
        return .seconds(number("wait", in: range) ?? range.lowerBound)
    }

    /// Contract, section 3.
    static let waitSeconds = 0...60

    private mutating func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
        value(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number) else { return nil }
            return number
        }
    }

    /// Where the page begins: what the page before gave as `nextCursor`.
    mutating func cursor<ID>(_ read: (String) -> ID?) -> ID? {
        value("cursor", "must be the nextCursor of the page before", read)
    }
}
