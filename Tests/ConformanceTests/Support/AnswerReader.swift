/// An answer as it came.
struct SeenAnswer: Equatable, CustomStringConvertible {
    var status: Int
    var fields: [String: String]
    var framing: Answer.Framing
    var content: String

    var description: String { "\(status) \(framing) \(fields["connection"] ?? "-") \(String(reflecting: content))" }

    /// The request line that the handler saw.
    var line: String? { content.firstRange(of: "\n").map { String(content[..<$0.lowerBound]) } }

    /// The body that it saw.
    var body: String? { content.firstRange(of: "\n\n").map { String(content[$0.upperBound...]) } }
}

/// Takes a server's stream apart, strictly: what is not an answer as RFC 9112 has it is an error.
enum AnswerReader {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// All the answers in `text`, which goes on to the end of the stream. `toHead` says of which request they are: what is not known is not HEAD.
    static func read(_ text: String, toHead: [Bool]) throws -> [SeenAnswer] {
        var rest = Substring(text)
        var answers: [SeenAnswer] = []
        var final = 0
        while !rest.isEmpty {
            let answer = try next(&rest, toHead: toHead.indices.contains(final) && toHead[final])
            answers.append(answer)
            if answer.status >= 200 { final += 1 }
        }
        return answers
    }

    private static func next(_ rest: inout Substring, toHead: Bool) throws -> SeenAnswer {
        guard let end = rest.firstRange(of: "\r\n\r\n") else { throw Fault(description: "no head in \(String(reflecting: rest))") }
        let lines = rest[..<end.lowerBound].split(separator: "\r\n", omittingEmptySubsequences: false)
        rest = rest[end.upperBound...]
        let first = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard first.count == 3, first[0] == "HTTP/1.1", first[1].utf8.count == 3, let status = Int(first[1]) else {
            throw Fault(description: "not a status line: \(String(reflecting: lines[0]))")
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstRange(of: ": ") else { throw Fault(description: "not a field line: \(String(reflecting: line))") }
            let name = line[..<colon.lowerBound].lowercased()
            guard fields.updateValue(String(line[colon.upperBound...]), forKey: name) == nil else { throw Fault(description: "twice: \(name)") }
        }
        var answer = SeenAnswer(status: status, fields: fields, framing: .none, content: "")
        guard status >= 200 else { return answer }
        guard fields["date"] != nil, fields["x-request-id"] != nil else { throw Fault(description: "no Date or id: \(fields)") }
        try readContent(of: &answer, &rest, toHead: toHead)
        return answer
    }

    private static func readContent(of answer: inout SeenAnswer, _ rest: inout Substring, toHead: Bool) throws {
        let (length, coding) = (answer.fields["content-length"], answer.fields["transfer-encoding"])
        guard length == nil || coding == nil else { throw Fault(description: "framed twice") }
        if let length {
            guard let count = Int(length), let content = toHead ? "" : take(count, from: &rest) else { throw Fault(description: "cut: \(rest)") }
            answer.framing = .length
            answer.content = content
        } else if coding != nil {
            guard coding == "chunked" else { throw Fault(description: "coding \(coding ?? "")") }
            answer.framing = .chunked
            while !toHead {
                guard let end = rest.firstRange(of: "\r\n"), let size = Int(rest[..<end.lowerBound], radix: 16) else {
                    throw Fault(description: "no chunk in \(String(reflecting: rest))")
                }
                rest = rest[end.upperBound...]
                guard let data = take(size, from: &rest), take(2, from: &rest) == "\r\n" else { throw Fault(description: "a cut chunk") }
                if size == 0 { break }
                answer.content += data
            }
        } else if answer.status != 204, answer.status != 304 {
            answer.framing = .untilClose
            answer.content = String(rest)
            rest = ""
        }
    }

    /// Characters are bytes here: `\r\n` would else be one.
    private static func take(_ count: Int, from rest: inout Substring) -> String? {
        let scalars = rest.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex) else { return nil }
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }
}
