/// Writes the head of an answer (RFC 9112 section 4).
struct ResponseSerializer {
    /// A field that a handler set cannot be sent: its name is not a token, or its value holds a line break or another control character, with which it
    /// could write fields or answers of its own.
    struct InvalidField: Error, Equatable {}

    private let standing: StandingFields
    private let dates: DateClock

    /// `standing` fields go out with every answer that has none of the same name.
    init(standing: StandingFields, dates: DateClock) {
        self.standing = standing
        self.dates = dates
    }

    /// Appends the head to `output`, or leaves `output` as it was.
    func appendHead(
        of response: Response, requestID: RequestID, form: AnswerForm, to output: inout [UInt8]
    ) throws(InvalidField) {
        let start = output.count
        if let written = response.written {
            output.append(contentsOf: written.statusLine)
        } else {
            Self.appendStatusLine(response.status, to: &output)
        }
        output.append(contentsOf: dates.lead())
        requestID.append(to: &output)
        Self.append(form.framing, to: &output)
        Self.append(form.persistence, to: &output)
        if let written = response.written {
            output.append(contentsOf: written.fields)
        } else {
            do throws(InvalidField) {
                try Self.append(response.headers, to: &output)
            } catch {
                output.removeSubrange(start...)
                throw error
            }
        }
        if let written = response.written, !written.nameLengths.overlap(standing.nameLengths) {
            output.append(contentsOf: standing.end)
        } else {
            appendStanding(besides: response.headers, to: &output)
        }
    }

    private func appendStanding(besides headers: HTTPHeaders, to output: inout [UInt8]) {
        for (name, line) in standing.lines where headers[name] == nil { output.append(contentsOf: line) }
        output.append(literal: "\r\n\r\n")
    }

    fileprivate static func append(_ headers: HTTPHeaders, to output: inout [UInt8]) throws(InvalidField) {
        for field in headers.fields where !isServersOwn(field.name) { try append(field, to: &output) }
    }

    private static func isServersOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: name.equalsIgnoringASCIICase("date")
        case 10: name.equalsIgnoringASCIICase("connection")
        case 12: name.equalsIgnoringASCIICase("x-request-id")
        case 14: name.equalsIgnoringASCIICase("content-length")
        case 17: name.equalsIgnoringASCIICase("transfer-encoding")
        default: false
        }
    }

    fileprivate static func appendStatusLine(_ status: HTTPStatus, to output: inout [UInt8]) {
        output.append(literal: "HTTP/1.1 ")
        appendDecimal(status.code, to: &output)
        output.append(ASCII.space)
        output.append(text: status.reason)
        output.append(literal: "\r\n")
    }

    private static func append(_ framing: AnswerForm.Framing, to output: inout [UInt8]) {
        switch framing {
        case .length(let length):
            output.append(literal: "\r\nContent-Length: ")
            appendDecimal(length, to: &output)
        case .chunked: output.append(literal: "\r\nTransfer-Encoding: chunked")
        case .none, .untilClose: break
        }
    }

    private static func append(_ persistence: AnswerForm.Persistence, to output: inout [UInt8]) {
        switch persistence {
        case .implied: break
        case .keepAlive: output.append(literal: "\r\nConnection: keep-alive")
        case .close: output.append(literal: "\r\nConnection: close")
        }
    }

    /// After the line before it, which this ends.
    fileprivate static func append(_ field: HTTPHeaders.Field, to output: inout [UInt8]) throws(InvalidField) {
        output.append(literal: "\r\n")
        let start = output.count
        output.append(text: field.name)
        let nameEnd = output.count
        output.append(literal: ": ")
        output.append(text: field.value)
        // Looked at where it was copied to, in one run over bytes that are at hand.
        let isSound = output.withUnsafeBytes { bytes in
            nameEnd > start && ByteSet.token.containsAll(bytes.slice(start..<nameEnd))
                && ASCII.areFieldContent(bytes.slice(nameEnd..<bytes.count))
        }
        guard isSound else { throw InvalidField() }
    }

    static func appendDecimal(_ number: Int, to output: inout [UInt8]) {
        guard number >= 10 else { return output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
        appendDecimal(number / 10, to: &output)
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

/// Fields that are written once and go out with every answer.
struct StandingFields: Sendable {
    let lines: [(name: String, line: [UInt8])]
    /// All of them, and the end of the head.
    let end: [UInt8]
    let nameLengths: NameLengths

    init(_ headers: HTTPHeaders) throws(ResponseSerializer.InvalidField) {
        var lines: [(name: String, line: [UInt8])] = []
        for field in headers.fields {
            var line: [UInt8] = []
            try ResponseSerializer.append(field, to: &line)
            lines.append((field.name, line))
        }
        self.lines = lines
        nameLengths = NameLengths(lines.lazy.map(\.name))
        end = lines.flatMap(\.line) + Array("\r\n\r\n".utf8)
    }
}

/// What of an answer's head is the same each time it goes out.
final class WrittenHead: Sendable {
    let statusLine: [UInt8]
    let fields: [UInt8]
    let nameLengths: NameLengths

    init(_ status: HTTPStatus, _ headers: HTTPHeaders) throws(ResponseSerializer.InvalidField) {
        var statusLine: [UInt8] = []
        ResponseSerializer.appendStatusLine(status, to: &statusLine)
        var fields: [UInt8] = []
        try ResponseSerializer.append(headers, to: &fields)
        self.statusLine = statusLine
        self.fields = fields
        nameLengths = NameLengths(headers.fields.lazy.map(\.name))
    }
}

/// Which lengths some names have: a bit for each, the top one for all that are longer. Names of other lengths need no comparing.
struct NameLengths: Sendable {
    private var bits: UInt64 = 0

    init(_ names: some Sequence<String>) {
        for name in names { bits |= 1 << UInt64(min(name.utf8.count, 63)) }
    }

    func overlap(_ others: NameLengths) -> Bool { bits & others.bits != 0 }
}

/// One piece of a chunked body (RFC 9112 section 7.1).
enum Chunk {
    static let last: [UInt8] = Array("0\r\n\r\n".utf8)

    /// `data` is not empty: an empty chunk would end the body.
    static func append(_ data: [UInt8], to output: inout [UInt8]) {
        output.append(contentsOf: String(data.count, radix: 16).utf8)
        output.append(literal: "\r\n")
        output.append(contentsOf: data)
        output.append(literal: "\r\n")
    }
}
