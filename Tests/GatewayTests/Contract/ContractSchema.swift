import JSON

/// Checks JSON against a schema of the contract: the keywords of JSON Schema that `openapi.yaml` uses. Members that the schema does not name are
/// faults here, so that the contract cannot fall behind the service.
struct ContractSchema: Sendable {
    let document: YAML

    /// What is wrong with `value`; empty when nothing is.
    func faults(of value: JSONValue, against schema: YAML, at path: String = "$") -> [String] {
        var found = ownFaults(of: value, against: schema, at: path)
        if value.kind == .object, let known = properties(of: schema) {
            for (name, member) in value.members {
                guard let name = name.string else { continue }
                if let schema = known.first(where: { $0.name == name })?.value {
                    found += faults(of: member, against: schema, at: "\(path).\(name)")
                } else {
                    found.append("\(path).\(name) is not in the contract")
                }
            }
        }
        return found
    }

    /// The schema behind a reference, or the schema itself.
    func resolved(_ schema: YAML) -> YAML {
        guard let reference = schema["$ref"]?.string else { return schema }
        guard let target = document[reference.dropFirst(2).split(separator: "/").map(String.init)] else {
            preconditionFailure("\(reference) leads nowhere")
        }
        return resolved(target)
    }

    private func ownFaults(of value: JSONValue, against schema: YAML, at path: String) -> [String] {
        let schema = resolved(schema)
        if let choices = schema["oneOf"]?.elements {
            let fitting = choices.filter { faults(of: value, against: $0, at: path).isEmpty }.count
            return fitting == 1 ? [] : ["\(path) fits \(fitting) of the contract's forms"]
        }
        if let parts = schema["allOf"]?.elements { return parts.flatMap { ownFaults(of: value, against: $0, at: path) } }
        var found: [String] = []
        if let type = schema["type"], !types(type).contains(where: { fits(value, $0) }) { found.append("\(path) is a \(value.kind)") }
        if let words = schema["enum"]?.elements, !words.contains(where: { isEqual(value, $0) }) { found.append("\(path) is none of the words") }
        if let constant = schema["const"], !isEqual(value, constant) { found.append("\(path) is another constant") }
        if let pattern = schema["pattern"]?.string, let text = value.string, (try? Regex(pattern).firstMatch(in: text)) == nil {
            found.append("\(path) breaks the pattern")
        }
        for name in schema["required"]?.elements ?? [] where value.kind == .object && value[name.string ?? ""] == nil {
            found.append("\(path).\(name.string ?? "") is missing")
        }
        if let items = schema["items"] {
            for (index, element) in value.elements.enumerated() { found += faults(of: element, against: items, at: "\(path)[\(index)]") }
        }
        return found
    }

    private func properties(of schema: YAML) -> [YAML.Member]? {
        let schema = resolved(schema)
        if let parts = schema["allOf"]?.elements { return parts.flatMap { properties(of: $0) ?? [] } }
        return schema["properties"]?.members
    }

    private func types(_ type: YAML) -> [String] {
        type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    }

    private func fits(_ value: JSONValue, _ type: String) -> Bool {
        switch type {
        case "object": value.kind == .object
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "integer": value.integer != nil
        case "boolean": value.kind == .bool
        case "null": value.isNull
        default: false
        }
    }

    private func isEqual(_ value: JSONValue, _ constant: YAML) -> Bool {
        switch constant {
        case .string(let text): value.string == text
        case .number(let digits): value.numberText == digits
        case .bool(let flag): value.bool == flag
        case .null: value.isNull
        case .map, .list: false
        }
    }
}
