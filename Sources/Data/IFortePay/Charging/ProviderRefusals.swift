import JSON

/// One message of an HTTP 400 answer, and the field it is about if it says so.
struct ProviderRefusal: Hashable {
    let field: String?
    let message: String
}

/// Collects the messages of an HTTP 400 answer.
///
/// iFortePay's services do not agree on a shape. Accepted are, under `errors`, `error`, `message`, `details` and `response_message`, at the top and in
/// `data`: a text; a list of texts; an object of field names with a text or a list each, also nested; a list of objects that name the field
/// (`field`, `param`, `property`, `path`, …) and the message (`message`, `msg`, `description`, …). `path` may be a list of segments.
struct ProviderRefusals {
    /// More are dropped.
    static let maximumCount = 50

    private(set) var found: [ProviderRefusal] = []

    private static let containers = ["errors", "error", "message", "details"]
    private static let fieldNames = ["field", "param", "property", "path", "name", "key", "attribute", "parameter"]
    private static let messageNames = ["message", "msg", "description", "detail", "error", "reason", "error_message", "messages", "constraints"]

    init(in root: JSONValue) {
        for value in [root, root["data"]].compactMap(\.self) {
            for name in Self.containers { value[name].map { collect($0, field: nil) } }
        }
        // The sentence over all of them, unless it is all there is.
        if let summary = root["response_message"], found.isEmpty || summary.kind != .string { collect(summary, field: nil) }
    }

    private mutating func collect(_ value: JSONValue, field: String?) {
        switch value.kind {
        case .string:
            guard let text = value.string, !text.isEmpty else { return }
            append(ProviderRefusal(field: field, message: text))
        case .array:
            for element in value.elements { collect(element, field: field) }
        case .object:
            if let message = Self.messageNames.lazy.compactMap({ value[$0] }).first {
                collectTexts(message, field: Self.fieldNames.lazy.compactMap { value[$0]?.pathText }.first ?? field)
            } else {
                for (name, member) in value.members {
                    let name = name.string ?? ""
                    collect(member, field: field.map { "\($0).\(name)" } ?? name)
                }
            }
        case .number, .bool, .null:
            return
        }
    }

    /// Below a message names are those of rules, such as `min`, not of fields.
    private mutating func collectTexts(_ value: JSONValue, field: String?) {
        if value.kind == .string { return collect(value, field: field) }
        for part in value.elements + value.members.map(\.value) { collectTexts(part, field: field) }
    }

    private mutating func append(_ refusal: ProviderRefusal) {
        guard found.count < Self.maximumCount, !found.contains(refusal) else { return }
        found.append(refusal)
    }
}

extension JSONValue {
    /// A field's name, also when it is given as a list of segments.
    fileprivate var pathText: String? {
        switch kind {
        case .string: string
        case .array: elements.compactMap { $0.string ?? $0.numberText }.joined(separator: ".")
        default: nil
        }
    }
}
