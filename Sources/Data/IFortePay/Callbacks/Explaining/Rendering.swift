import JSON

/// What a program that parses JSON and writes it again may change.
public enum RenderingStep: Hashable, Sendable {
    /// Members in the order of their names.
    case sortedMembers
    /// White space put in.
    case spacing(Spacing)
    /// `/` written as `\/`.
    case escapedSlashes
    /// Characters beyond ASCII written as `\uXXXX`.
    case escapedNonASCII
    /// `<`, `>` and `&` written as `\uXXXX`.
    case escapedHTML
    /// Numbers written anew.
    case numbers(NumberStyle)

    /// The usual layouts.
    public enum Spacing: String, CaseIterable, Sendable {
        /// A space after each comma and colon.
        case afterCommasAndColons
        /// Lines indented by two spaces.
        case twoSpaces
        /// Lines indented by four spaces.
        case fourSpaces
        /// Lines indented by tabs.
        case tabs
    }

    /// The usual ways to write a number.
    public enum NumberStyle: String, CaseIterable, Sendable {
        /// `10000.00` as `10000`.
        case whole
        /// `10000` as `10000.0`.
        case oneDecimal
        /// `10000` as `10000.00`.
        case twoDecimals
    }

    var phrase: String {
        switch self {
        case .sortedMembers: "members sorted"
        case .spacing(.afterCommasAndColons): "spaces after commas and colons"
        case .spacing(.twoSpaces): "indented by two spaces"
        case .spacing(.fourSpaces): "indented by four spaces"
        case .spacing(.tabs): "indented by tabs"
        case .escapedSlashes: "slashes escaped"
        case .escapedNonASCII: "characters beyond ASCII escaped"
        case .escapedHTML: "<, > and & escaped"
        case .numbers(.whole): "numbers without their zero decimals"
        case .numbers(.oneDecimal): "numbers with one decimal"
        case .numbers(.twoDecimals): "numbers with two decimals"
        }
    }
}

/// One way to write JSON anew.
struct Rendering: Hashable {
    var steps: [RenderingStep] = []

    /// Every combination of steps of which each alone would change this value, those with the fewest first. The one without steps is JSON as most
    /// programs write it: compact, in order, nothing escaped that need not be; it differs from what was received where the sender escapes more.
    static func thatChange(_ value: JSONValue) -> [Rendering] {
        let plain = Rendering().render(value)
        var combinations: [[RenderingStep]] = [[]]
        for choice in choices {
            let effective = choice.filter { Rendering(steps: [$0]).render(value) != plain }
            combinations += combinations.flatMap { combination in effective.map { combination + [$0] } }
        }
        return combinations.map(Rendering.init).sorted { $0.steps.count < $1.steps.count }
    }

    /// Of each row at most one.
    private static let choices: [[RenderingStep]] = [
        [.sortedMembers], RenderingStep.Spacing.allCases.map { .spacing($0) }, [.escapedSlashes], [.escapedNonASCII], [.escapedHTML],
        RenderingStep.NumberStyle.allCases.map { .numbers($0) },
    ]

    /// Writes a value in this way.
    func render(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, depth: 0, to: &output)
        return output
    }

    private func write(_ value: JSONValue, depth: Int, to output: inout [UInt8]) {
        switch value.kind {
        case .object:
            var members = value.members.map { (name: $0.name.string ?? "", value: $0.value) }
            if steps.contains(.sortedMembers) { members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
            writeAll(members, "{", "}", depth: depth, to: &output) { member, output in
                write(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                if spacing != nil { output.append(UInt8(ascii: " ")) }
                write(member.value, depth: depth + 1, to: &output)
            }
        case .array:
            writeAll(value.elements, "[", "]", depth: depth, to: &output) { write($0, depth: depth + 1, to: &$1) }
        case .string: write(value.string ?? "", to: &output)
        case .number: output += Array(number(value).utf8)
        case .bool, .null: output += value.rawBytes
        }
    }

    private func writeAll<Part>(
        _ parts: [Part], _ open: Character, _ close: Character, depth: Int, to output: inout [UInt8], _ writePart: (Part, inout [UInt8]) -> Void
    ) {
        output += Array(String(open).utf8)
        for (index, part) in parts.enumerated() {
            if index > 0 { output += Array((spacing == .afterCommasAndColons ? ", " : ",").utf8) }
            breakLine(depth + 1, in: &output)
            writePart(part, &output)
        }
        if !parts.isEmpty { breakLine(depth, in: &output) }
        output += Array(String(close).utf8)
    }

    private func breakLine(_ depth: Int, in output: inout [UInt8]) {
        let indent: String
        switch spacing {
        case .twoSpaces: indent = "  "
        case .fourSpaces: indent = "    "
        case .tabs: indent = "\t"
        case .afterCommasAndColons, nil: return
        }
        output += Array(("\n" + String(repeating: indent, count: depth)).utf8)
    }

    private var spacing: RenderingStep.Spacing? {
        for case .spacing(let spacing) in steps { return spacing }
        return nil
    }

    private func number(_ value: JSONValue) -> String {
        let text = value.numberText ?? ""
        guard let whole = value.integer else { return text }
        for case .numbers(let style) in steps {
            return switch style {
            case .whole: "\(whole)"
            case .oneDecimal: "\(whole).0"
            case .twoDecimals: "\(whole).00"
            }
        }
        return text
    }

    private func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars { output += Array(escaped(scalar).utf8) }
        output.append(UInt8(ascii: "\""))
    }

    private func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{08}": "\\b"
        case "\u{0C}": "\\f"
        case "/" where steps.contains(.escapedSlashes): "\\/"
        case "<", ">", "&": steps.contains(.escapedHTML) ? scalar.escapes : String(scalar)
        case "\u{00}"..."\u{1F}": scalar.escapes
        default: steps.contains(.escapedNonASCII) && !scalar.isASCII ? scalar.escapes : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// `\uXXXX`, twice beyond the basic plane.
    fileprivate var escapes: String {
        String(self).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
