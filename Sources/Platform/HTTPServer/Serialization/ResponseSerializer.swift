/// Writes the head of an answer (RFC 9112 section 4).
final class ResponseSerializer {
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
        of response: Response, requestID: RequestID, form: AnswerForm, to output: WipedBuffer
    ) throws(InvalidField) {
        let start = output.count
        let written = response.written
        // What they wrote out is lent by address.
        defer { extendLifetime((written, standing)) }
        if let written {
            output.append(written.statusLine)
        } else {
            Self.appendStatusLine(response.status, to: output)
        }
        dates.appendLead(to: output)
        requestID.append(to: output)
        Self.append(form.framing, to: output)
        Self.append(form.persistence, to: output)
        if let written {
            output.append(written.fields)
        } else {
            do throws(InvalidField) {
                try Self.append(response.headers, to: output)
            } catch {
                output.truncate(to: start)
                throw error
            }
        }
        if let written, !written.nameLengths.overlap(standing.nameLengths) {
            output.append(standing.end)
        } else {
            appendStanding(besides: response.headers, to: output)
        }
    }

    private func appendStanding(besides headers: HTTPHeaders, to output: WipedBuffer) {
        for (name, line) in standing.lines where headers[name] == nil { output.append(line) }
        output.append(literal: "\r\n\r\n")
    }

    fileprivate static func append(_ headers: HTTPHeaders, to output: WipedBuffer) throws(InvalidField) {
        for field in headers.fields where !isServersOwn(field.name) { try append(field, to: output) }
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

    fileprivate static func appendStatusLine(_ status: HTTPStatus, to output: WipedBuffer) {
        output.append(literal: "HTTP/1.1 ")
        appendDecimal(status.code, to: output)
        output.append(ASCII.space)
        output.append(text: status.reason)
        output.append(literal: "\r\n")
    }

    private static func append(_ framing: AnswerForm.Framing, to output: WipedBuffer) {
        switch framing {
        case .length(let length):
            output.append(literal: "\r\nContent-Length: ")
            appendDecimal(length, to: output)
        case .chunked: output.append(literal: "\r\nTransfer-Encoding: chunked")
        case .none, .untilClose: break
        }
    }

    private static func append(_ persistence: AnswerForm.Persistence, to output: WipedBuffer) {
        switch persistence {
        case .implied: break
        case .keepAlive: output.append(literal: "\r\nConnection: keep-alive")
        case .close: output.append(literal: "\r\nConnection: close")
        }
    }

    /// After the line before it, which this ends.
    fileprivate static func append(_ field: HTTPHeaders.Field, to output: WipedBuffer) throws(InvalidField) {
        output.append(literal: "\r\n")
        let start = output.count
        output.append(text: field.name)
        let nameEnd = output.count
        output.append(literal: ": ")
        output.append(text: field.value)
        // Looked at where it was copied to, in one run over bytes that are at hand.
        let bytes = output.bytes
        let (name, value) = (bytes.slice(start..<nameEnd), bytes.slice(nameEnd..<bytes.count))
        guard !name.isEmpty, ByteSet.token.containsAll(name), ASCII.areFieldContent(value) else { throw InvalidField() }
    }

    /// What `write` writes, kept.
    fileprivate static func written<Fault>(_ write: (WipedBuffer) throws(Fault) -> Void) throws(Fault) -> [UInt8] {
        let buffer = WipedBuffer(capacity: 256)
        defer { extendLifetime(buffer) }
        try write(buffer)
        return Array(buffer.bytes)
    }

    static func appendDecimal(_ number: Int, to output: WipedBuffer) {
        guard number >= 10 else { return output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
        appendDecimal(number / 10, to: output)
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

/// Fields that are written once and go out with every answer.
///
/// `@unchecked`: `end` is never written to.
final class StandingFields: @unchecked Sendable {
    let lines: [(name: String, line: [UInt8])]
    /// All of them, and the end of the head. See `WrittenHead`.
    let end: UnsafeRawBufferPointer
    let nameLengths: NameLengths

    init(_ headers: HTTPHeaders) throws(ResponseSerializer.InvalidField) {
        var lines: [(name: String, line: [UInt8])] = []
        for field in headers.fields {
            let line = try ResponseSerializer.written { line throws(ResponseSerializer.InvalidField) in
                try ResponseSerializer.append(field, to: line)
            }
            lines.append((field.name, line))
        }
        self.lines = lines
        nameLengths = NameLengths(lines.lazy.map(\.name))
        end = .copy(of: lines.flatMap(\.line) + Array("\r\n\r\n".utf8))
    }

    deinit {
        end.deallocate()
    }
}

/// What of an answer's head is the same each time it goes out.
///
/// It lies outside of arrays: each would be counted as held and let go whenever it is lent, by loops that share it and wait for each other.
///
/// `@unchecked`: the bytes are never written to.
final class WrittenHead: @unchecked Sendable {
    /// As long as this lives, as `fields`.
    let statusLine: UnsafeRawBufferPointer
    let fields: UnsafeRawBufferPointer
    let nameLengths: NameLengths

    init(_ status: HTTPStatus, _ headers: HTTPHeaders) throws(ResponseSerializer.InvalidField) {
        let fields = try ResponseSerializer.written { fields throws(ResponseSerializer.InvalidField) in
            try ResponseSerializer.append(headers, to: fields)
        }
        self.fields = .copy(of: fields)
        statusLine = .copy(of: ResponseSerializer.written { ResponseSerializer.appendStatusLine(status, to: $0) })
        nameLengths = NameLengths(headers.fields.lazy.map(\.name))
    }

    deinit {
        statusLine.deallocate()
        fields.deallocate()
    }
}

extension UnsafeRawBufferPointer {
    /// Memory of its own, to be deallocated.
    fileprivate static func copy(of bytes: [UInt8]) -> UnsafeRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        memory.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(memory)
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
    static func append(_ data: [UInt8], to output: WipedBuffer) {
        output.append(text: String(data.count, radix: 16))
        output.append(literal: "\r\n")
        output.append(data)
        output.append(literal: "\r\n")
    }
}
