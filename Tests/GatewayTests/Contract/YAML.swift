/// The part of YAML that `openapi.yaml` is written in: block mappings and lists, `|` texts, flow lists, scalars plain or in single quotes.
indirect enum YAML: Equatable, Sendable {
    case map([Member])
    case list([YAML])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    struct Member: Equatable, Sendable {
        let name: String
        let value: YAML
    }

    init(parsing text: String) {
        var reader = YAMLReader(text)
        self = reader.block(indentedBy: 0)
        precondition(reader.isAtEnd, "line \(reader.lineNumber) is not of the YAML that is read here")
    }

    subscript(name: String) -> YAML? {
        members.first { $0.name == name }?.value
    }

    /// A value by the names on the way to it.
    subscript(path: [String]) -> YAML? {
        path.reduce(Optional(self)) { $0?[$1] }
    }

    var members: [Member] {
        if case .map(let members) = self { members } else { [] }
    }

    var elements: [YAML] {
        if case .list(let elements) = self { elements } else { [] }
    }

    var names: [String] { members.map(\.name) }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The same value as JSON text.
    var json: String {
        switch self {
        case .map(let members): "{" + members.map { "\(Self.quoted($0.name)): \($0.value.json)" }.joined(separator: ", ") + "}"
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .string(let text): Self.quoted(text)
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : String($0) }.joined() + "\""
    }
}

private struct YAMLReader {
    private struct Line {
        let number: Int
        let indent: Int
        let content: Substring
    }

    private var lines: ArraySlice<Line>

    init(_ text: String) {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            Line(number: index + 1, indent: line.prefix { $0 == " " }.count, content: line.drop { $0 == " " })
        }
        lines = all.filter { !$0.content.isEmpty && !$0.content.hasPrefix("#") }[...]
    }

    var isAtEnd: Bool { lines.isEmpty }
    var lineNumber: Int { lines.first?.number ?? 0 }

    mutating func block(indentedBy indent: Int) -> YAML {
        guard let first = lines.first, first.indent == indent else { return .null }
        return first.content.hasPrefix("- ") ? list(indentedBy: indent) : map(indentedBy: indent)
    }

    private mutating func list(indentedBy indent: Int) -> YAML {
        var elements: [YAML] = []
        while let line = lines.first, line.indent == indent, line.content.hasPrefix("- ") {
            let rest = line.content.dropFirst(2)
            lines.removeFirst()
            if Self.splitKey(rest) == nil {
                elements.append(Self.scalar(rest))
            } else {
                // A mapping that begins in the element's own line.
                lines = [Line(number: line.number, indent: indent + 2, content: rest)] + lines
                elements.append(map(indentedBy: indent + 2))
            }
        }
        return .list(elements)
    }

    private mutating func map(indentedBy indent: Int) -> YAML {
        var members: [YAML.Member] = []
        while let line = lines.first, line.indent == indent, let (name, rest) = Self.splitKey(line.content) {
            precondition(!members.contains { $0.name == name }, "line \(line.number): \(name) is given twice")
            lines.removeFirst()
            members.append(YAML.Member(name: name, value: value(rest, under: indent)))
        }
        return .map(members)
    }

    private mutating func value(_ rest: Substring, under indent: Int) -> YAML {
        switch rest {
        case "": return lines.first.map { $0.indent > indent ? block(indentedBy: $0.indent) : .null } ?? .null
        case "|":
            var text = ""
            while let line = lines.first, line.indent > indent {
                text += line.content + "\n"
                lines.removeFirst()
            }
            return .string(text)
        default: return Self.scalar(rest)
        }
    }

    private static func splitKey(_ content: Substring) -> (name: String, rest: Substring)? {
        if content.hasPrefix("'") {
            guard let end = content.dropFirst().firstIndex(of: "'"), content[end...].hasPrefix("':") else { return nil }
            return (String(content[..<end].dropFirst()), content[end...].dropFirst(2).drop { $0 == " " })
        }
        guard !content.hasPrefix("["), let colon = content.indices.first(where: { content[$0...].hasPrefix(": ") || content[$0...] == ":" }) else {
            return nil
        }
        return (String(content[..<colon]), content[colon...].dropFirst().drop { $0 == " " })
    }

    private static func scalar(_ text: Substring) -> YAML {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let inside = text.dropFirst().dropLast()
            return .list(inside.isEmpty ? [] : inside.split(separator: ",").map { scalar($0.drop { $0 == " " }) })
        }
        if text.hasPrefix("'"), text.hasSuffix("'") {
            return .string(text.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'"))
        }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return text.allSatisfy { $0.isASCII && $0.isNumber } ? .number(String(text)) : .string(String(text))
        }
    }
}
