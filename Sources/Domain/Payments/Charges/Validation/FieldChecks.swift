/// Collects the errors of a request's fields. A check answers the value when it keeps the rule; else it reports and answers nil.
///
/// What stands at or inside a field that could not be read is reported once, as the fault that it is.
struct FieldChecks {
    private(set) var errors: [FieldError]
    private let unreadable: Set<FieldPath>
    /// The fields inside which something could not be read, and those themselves.
    private let partlyUnreadable: Set<FieldPath>

    init(faults: [DraftFault]) {
        unreadable = Set(faults.map(\.path))
        partlyUnreadable = Set(faults.flatMap(\.path.andEnclosing))
        errors = faults.map { FieldError($0) }
    }

    mutating func report(_ path: FieldPath, _ rule: FieldRule, _ message: String) {
        guard unreadable.isDisjoint(with: path.andEnclosing) else { return }
        errors.append(FieldError(path, rule, message))
    }

    /// Whether a field inside this one could not be read, so that what the object lacks is not known.
    func isPartlyUnreadable(_ path: FieldPath) -> Bool {
        partlyUnreadable.contains(path)
    }

    mutating func required<Value>(_ value: Value?, _ path: FieldPath, _ message: String = "is required") -> Value? {
        if value == nil { report(path, .required, message) }
        return value
    }

    /// Reports `value` unless it is absent or kept.
    mutating func kept<Value>(_ value: Value?, _ path: FieldPath, _ rule: FieldRule, _ message: String, by keeps: (Value) -> Bool) -> Value? {
        guard let value else { return nil }
        if keeps(value) { return value }
        report(path, rule, message)
        return nil
    }

    /// A text of so many Unicode code points.
    mutating func text(_ value: String?, _ path: FieldPath, _ lengths: ClosedRange<Int>) -> String? {
        kept(value, path, .length, "must be \(lengths.lowerBound) to \(lengths.upperBound) characters") {
            lengths.contains($0.unicodeScalars.count)
        }
    }

    /// A text that is not empty.
    mutating func filled(_ value: String?, _ path: FieldPath) -> String? {
        kept(value, path, .length, "must not be empty") { !$0.isEmpty }
    }

    mutating func number(_ value: Int64?, _ path: FieldPath, _ range: ClosedRange<Int64>) -> Int64? {
        kept(value, path, .range, "must be \(range.lowerBound) to \(range.upperBound)", by: range.contains)
    }

    mutating func identifier(_ value: String?, _ path: FieldPath, _ rule: IdentifierRule) -> String? {
        let sized = kept(value, path, .length, "must be 1 to \(rule.maximumLength) characters") { (1...rule.maximumLength).contains($0.utf8.count) }
        let signs = rule.punctuation.map(String.init).joined(separator: " ")
        return kept(sized, path, .format, "must consist of letters A–Z and a–z, digits and \(signs)", by: rule.accepts)
    }

    /// One of the words of an enumeration; `standard` when absent.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ value: String?, _ path: FieldPath, _ standard: Word) -> Word? {
        guard let value else { return standard }
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return kept(value, path, .value, "must be one of \(known)") { Word(rawValue: $0) != nil }.flatMap(Word.init(rawValue:))
    }
}
