import Testing

/// One case of the suite: what is sent, and what must come back.
struct Case: Sendable, CustomTestStringConvertible {
    /// What becomes of the connection behind the case's answers.
    enum Ending: Sendable {
        /// A request behind the case's bytes is answered.
        case open
        /// The last answer says `Connection: close`, and nothing behind the case's bytes is taken for a request.
        case closed
        /// The bytes are not a whole request: nothing is said until more comes, and a client that ends there gets no answer.
        case waiting
    }

    let name: String
    /// Of the RFC that has the rule.
    let section: String
    /// Why it matters, in one sentence.
    let why: String
    let bytes: [UInt8]
    let expected: Expected

    /// `wire` is what is sent, a byte for each scalar up to U+00FF.
    init(_ name: String, _ section: String, _ why: String, _ wire: String, _ expected: Expected) {
        self.name = name
        self.section = section
        self.why = why
        bytes = Wire.bytes(wire)
        self.expected = expected
    }

    var testDescription: String { "\(section): \(name)" }

    /// What tells a failure's reader what was sent.
    var shown: Comment { "\(section): \(name). \(why). Sent: \(String(reflecting: Wire.text(bytes.prefix(300))))" }
}

/// What must come back.
struct Expected: Sendable {
    let answers: [Answer]
    let ending: Case.Ending

    /// The server refuses by itself, or answers a last time, and closes.
    static func refused(_ status: Int) -> Expected { Expected(answers: [Answer(status)], ending: .closed) }

    /// One request that reaches the handler, which says what it saw.
    static func seen(_ line: String, body: String = "") -> Expected {
        Expected(answers: [Answer(200, line: line, body: body)], ending: .open)
    }

    static func answers(_ answers: Answer..., ending: Case.Ending = .open) -> Expected { Expected(answers: answers, ending: ending) }

    static let waits = Expected(answers: [], ending: .waiting)
}

/// One answer.
struct Answer: Sendable {
    /// How its content is framed.
    enum Framing: Sendable {
        case length
        case chunked
        /// Neither length nor content.
        case none
        case untilClose
    }

    let status: Int
    /// The request line that the handler saw; nil if no handler did, or it does not matter.
    var line: String?
    /// The body that the handler saw, or the whole content where `line` is nil; nil if it does not matter.
    var body: String?
    var framing: Framing
    /// To HEAD: a length, and no content.
    var toHead: Bool

    init(_ status: Int, line: String? = nil, body: String? = nil, framing: Framing = .length, toHead: Bool = false) {
        self.status = status
        self.line = line
        self.body = body
        self.framing = framing
        self.toHead = toHead
    }

    static func seen(_ line: String, body: String = "") -> Answer { Answer(200, line: line, body: body) }
}

/// Text and bytes of the wire: ISO 8859-1, so that any byte can stand in a case.
enum Wire {
    static func bytes(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Sent behind a case, to see whether the connection is open and where the case ended.
    static let marker = bytes("GET /marker HTTP/1.1\r\nHost: marker\r\n\r\n")
    /// Sent before one.
    static let leader = bytes("POST /leader HTTP/1.1\r\nHost: leader\r\nContent-Length: 4\r\n\r\nlead")
}
