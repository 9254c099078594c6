import JSON
import Secrets

/// One input as a JSON document.
///
/// It is read exactly if a second reader, which goes by RFC 8259 and looks for nothing else, reads it too; then each value's raw bytes, which callbacks
/// are signed over, are those that the second reader finds, names and texts have the same meaning, and whatever is read reads again by itself. What is
/// refused is refused at a place in the input. No document is read that is deeper than the limit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let expected = Reference.read(input)
    let document: JSONDocument
    do throws(JSONError) {
        document = try JSONDocument(parsing: input)
    } catch {
        precondition((0...input.count).contains(error.offset) && error.line >= 1 && error.column >= 1)
        precondition(error.kind != .cutShort || error.offset == input.count)
        precondition(expected.map { $0.depth > JSONDocument.standardMaximumDepth } ?? true, "what the grammar has is read")
        precondition(error.kind != .tooDeep || isTooDeep(input))
        return 0
    }
    guard let expected else { preconditionFailure("what the grammar does not have is refused") }
    precondition(expected.depth <= JSONDocument.standardMaximumDepth)
    check(document.root, expected, in: input)
    checkDepth(input, expected.depth)
    let minified = document.root.minified()
    guard let again = try? JSONDocument(parsing: minified) else { preconditionFailure("minified it is a document") }
    precondition(again.root.minified() == minified && minified.count <= input.count)
    return 0
}

/// By the brackets alone, those in strings too: the opened ones that a document too deep must have.
private func isTooDeep(_ input: [UInt8]) -> Bool {
    input.filter { "[{".utf8.contains($0) }.count > JSONDocument.standardMaximumDepth
}

private func checkDepth(_ input: [UInt8], _ depth: Int) {
    precondition((try? JSONDocument(parsing: input, maximumDepth: depth)) != nil)
    guard depth > 0 else { return }
    do throws(JSONError) {
        _ = try JSONDocument(parsing: input, maximumDepth: depth - 1)
        preconditionFailure("deeper than the limit")
    } catch {
        precondition(error.kind == .tooDeep)
    }
}

private func check(_ value: JSONValue, _ expected: Reference.Value, in input: [UInt8]) {
    precondition(value.byteRange == expected.range && value.rawBytes.elementsEqual(input[expected.range]))
    precondition(value.minified().count <= expected.range.count)
    switch expected.content {
    case .word: precondition(value.isNull || value.bool != nil)
    case .number(let text): checkNumber(value, text)
    case .string(let text):
        precondition(value.string.map { Array($0.utf8) } == text && value.secretString == SecretBytes(text))
        precondition(value.isString(String(decoding: text, as: UTF8.self)))
    case .array(let elements):
        precondition(value.kind == .array && value.elements.count == elements.count && value.members.isEmpty)
        for (element, expected) in zip(value.elements, elements) { check(element, expected, in: input) }
    case .object(let members):
        precondition(value.kind == .object && value.members.count == members.count && value.elements.isEmpty)
        for (member, expected) in zip(value.members, members) {
            check(member.name, expected.name, in: input)
            check(member.value, expected.value, in: input)
        }
        checkNames(value, members)
    }
}

private func checkNames(_ value: JSONValue, _ members: [(name: Reference.Value, value: Reference.Value)]) {
    let names = members.map(\.name.text)
    precondition(value.hasDuplicateNames == (Set(names).count < names.count))
    // The first few: an object of a thousand names would be looked through a million times.
    for name in names.prefix(8) {
        let wanted = members.filter { $0.name.text == name }.map(\.value.range)
        let text = String(decoding: name, as: UTF8.self)
        precondition(value.values(named: text).map(\.byteRange) == wanted && value[text]?.byteRange == wanted.first, "the slice of a member")
    }
}

private func checkNumber(_ value: JSONValue, _ text: [UInt8]) {
    precondition(value.kind == .number && value.numberText.map { Array($0.utf8) } == text)
    guard let approximately = Double(String(decoding: text, as: UTF8.self)) else { preconditionFailure("a JSON number is one of Swift's") }
    // The same number, rounded once on each side.
    if let integer = value.integer { precondition(Double(integer) == approximately) }
    let isPlain = text.count <= 18 && !text.contains { ".eE".utf8.contains($0) }
    precondition(!isPlain || value.integer == Int64(String(decoding: text, as: UTF8.self)))
}

/// RFC 8259 by recursive descent, one function for each rule.
private struct Reference {
    struct Value {
        enum Content {
            case word
            case number([UInt8])
            /// UTF-8, escapes resolved.
            case string([UInt8])
            case array([Value])
            case object([(name: Value, value: Value)])
        }

        let range: Range<Int>
        let content: Content

        var text: [UInt8] { if case .string(let text) = content { text } else { [] } }

        var depth: Int {
            switch content {
            case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
            case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
            default: 0
            }
        }
    }

    struct Wrong: Error {}

    private let bytes: [UInt8]
    private var position = 0

    static func read(_ bytes: [UInt8]) -> Value? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = Reference(bytes: bytes)
        guard let value = try? reader.value(), (try? reader.end()) != nil else { return nil }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func space() { while let next, " \t\r\n".utf8.contains(next) { position += 1 } }

    private mutating func end() throws(Wrong) {
        space()
        guard next == nil else { throw Wrong() }
    }

    private mutating func take(_ text: String) throws(Wrong) {
        guard bytes[position...].starts(with: text.utf8) else { throw Wrong() }
        position += text.utf8.count
    }

    private mutating func value() throws(Wrong) -> Value {
        space()
        let start = position
        let content: Value.Content =
            switch next {
            case UInt8(ascii: "{"): .object(try list("{", "}") { reader throws(Wrong) in try reader.member() })
            case UInt8(ascii: "["): .array(try list("[", "]") { reader throws(Wrong) in try reader.value() })
            case UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "t"): try word("true")
            case UInt8(ascii: "f"): try word("false")
            case UInt8(ascii: "n"): try word("null")
            default: .number(try number())
            }
        return Value(range: start..<position, content: content)
    }

    private mutating func word(_ text: String) throws(Wrong) -> Value.Content {
        try take(text)
        return .word
    }

    private mutating func list<Element>(
        _ open: String, _ close: String, _ element: (inout Reference) throws(Wrong) -> Element
    ) throws(Wrong) -> [Element] {
        try take(open)
        space()
        var elements: [Element] = []
        while next != close.utf8.first {
            if !elements.isEmpty { try take(",") }
            elements.append(try element(&self))
            space()
        }
        try take(close)
        return elements
    }

    private mutating func member() throws(Wrong) -> (name: Value, value: Value) {
        space()
        let start = position
        let text = try string()
        let name = Value(range: start..<position, content: .string(text))
        space()
        try take(":")
        return (name, try value())
    }

    private mutating func number() throws(Wrong) -> [UInt8] {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return Array(bytes[start..<position])
    }

    private mutating func digits() throws(Wrong) {
        let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { throw Wrong() }
        position += digits.count
    }

    private mutating func string() throws(Wrong) -> [UInt8] {
        try take("\"")
        var text: [UInt8] = []
        while next != UInt8(ascii: "\"") {
            guard let byte = next, byte >= 0x20 else { throw Wrong() }
            position += 1
            if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
        }
        position += 1
        return text
    }

    private mutating func escape() throws(Wrong) -> [UInt8] {
        guard let byte = next else { throw Wrong() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if UTF16.isLeadSurrogate(units[0]) {
                try take("\\u")
                units.append(try unit())
            }
            guard let text = String(validating: units, as: UTF16.self) else { throw Wrong() }
            return Array(text.utf8)
        default: throw Wrong()
        }
    }

    private mutating func unit() throws(Wrong) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Wrong() }
        position += 4
        return unit
    }
}
