import JSON
import Secrets

/// Checks fields of a body one by one and keeps a message for each that breaks its rule: all are reported at once. No message repeats a value.
struct BodyCheck {
    private(set) var messages: [String] = []

    mutating func refuse(_ field: BodyField, _ rule: String) {
        messages.append("\(field.path) \(rule)")
    }

    /// Whether the field is an object; one that is left out is refused if it is required.
    mutating func isObject(_ field: BodyField, required: Bool = true) -> Bool {
        isPresent(field, .object, "must be an object", required: required)
    }

    /// The array's elements; none when it is left out.
    mutating func elements(_ field: BodyField) -> [BodyField] {
        isPresent(field, .array, "must be an array", required: false) ? field.elements : []
    }

    /// The text, if it keeps the rule.
    mutating func text(
        _ field: BodyField, required: Bool = true, length: ClosedRange<Int> = 1...255, _ rule: String = "",
        where accepts: (String) -> Bool = { _ in true }
    ) -> String? {
        guard isPresent(field, .string, "must be a string", required: required), let text = field.value?.string else { return nil }
        guard length.contains(text.unicodeScalars.count) else {
            refuse(field, "must have \(length.lowerBound) to \(length.upperBound) characters")
            return nil
        }
        guard accepts(text) else {
            refuse(field, rule)
            return nil
        }
        return text
    }

    /// The text, if it is one of a list.
    mutating func word(_ field: BodyField, required: Bool = true, of words: [String]) -> String? {
        text(field, required: required, "must be one of \(words.joined(separator: ", "))", where: words.contains)
    }

    /// A text that may be a secret, if its bytes keep the rule.
    mutating func secret(
        _ field: BodyField, required: Bool = true, _ rule: String, where accepts: (UnsafeRawBufferPointer) -> Bool
    ) -> SecretBytes? {
        guard isPresent(field, .string, "must be a string", required: required), let secret = field.value?.secretString else { return nil }
        guard secret.withUnsafeBytes(accepts) else {
            refuse(field, rule)
            return nil
        }
        return secret
    }

    /// The whole number, if it is in the range.
    mutating func integer(_ field: BodyField, in range: ClosedRange<Int64>) -> Int64? {
        guard isPresent(field, .number, "must be a number", required: true) else { return nil }
        guard let number = field.value?.integer else {
            refuse(field, "must be a whole number")
            return nil
        }
        guard range.contains(number) else {
            refuse(field, "must be \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// The truth value; false when it is left out.
    mutating func flag(_ field: BodyField) -> Bool {
        isPresent(field, .bool, "must be true or false", required: false) && field.value?.bool == true
    }

    private mutating func isPresent(_ field: BodyField, _ kind: JSONValue.Kind, _ rule: String, required: Bool) -> Bool {
        guard let value = field.value else {
            if required { refuse(field, "is required") }
            return false
        }
        guard value.kind == kind else {
            refuse(field, rule)
            return false
        }
        return true
    }
}
