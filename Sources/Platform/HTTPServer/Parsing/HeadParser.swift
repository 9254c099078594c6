/// A head that was read to its end. Ranges are of its bytes.
struct ParsedHead: Sendable {
    let method: HTTPMethod
    let version: HTTPVersion
    let target: Range<UInt32>
    let path: Range<UInt32>
    let query: Range<UInt32>
    let isServerWide: Bool
    let fields: Range<UInt32>
    let fieldCount: Int
    let framing: BodyFraming
    let keepsAlive: Bool
    let expectsContinue: Bool
    let isContentEncoded: Bool
    let requestID: Range<UInt32>?
}

/// Reads one request's head out of the bytes that have come so far.
///
/// It goes line by line and never looks at one twice, so that what it answers does not depend on how the bytes were cut on their way, and feeding a
/// head byte by byte costs no more than at once. Every line ends with CRLF: a bare LF, which RFC 9112 section 2.2 lets a server accept, is read
/// differently by different parsers.
struct HeadParser {
    private let limits: HTTPLimits
    private var lineStart = 0
    /// No LF stands before it.
    private var searched = 0
    private var hasSkippedEmptyLine = false
    private var requestLineStart = 0
    private var requestLine: RequestLine?
    private var sectionStart = 0
    private var fields = HeadFields()

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// `bytes` are all that came since the head began, those of earlier calls too. Answers nil until the head is there, then it and where it ends.
    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) -> (head: ParsedHead, length: Int)? {
        while true {
            if requestLine == nil { try checkFirstByte(of: bytes) }
            guard let lineFeed = bytes.firstIndex(of: ASCII.lineFeed, from: searched) else {
                searched = bytes.count
                try checkUnfinishedLine(end: bytes.count)
                return nil
            }
            searched = lineFeed + 1
            let hasReturn = lineFeed > lineStart && bytes[lineFeed - 1] == ASCII.carriageReturn
            let line = lineStart..<(hasReturn ? lineFeed - 1 : lineFeed)
            try checkLine(line, end: searched)
            guard hasReturn else { throw .bareLineFeed }
            lineStart = searched
            guard let requestLine else {
                try readFirstLine(line, of: bytes)
                continue
            }
            if line.isEmpty {
                return (try fields.finish(requestLine, section: sectionStart..<line.lowerBound), searched)
            }
            try fields.read(line, of: bytes)
            guard fields.count <= limits.headerFields else { throw .tooManyHeaderFields }
        }
    }

    /// The client's `x-request-id` if it was among the lines that could be read before the head was refused.
    func requestID(in bytes: UnsafeRawBufferPointer) -> RequestID? {
        fields.requestID.flatMap { RequestID(taken: bytes.slice($0)) }
    }

    /// Whether the request that was refused is HEAD, as far as its bytes say: then the refusal has no content (RFC 9110 section 9.3.2), which a client
    /// would take for the beginning of the next answer.
    func isHead(in bytes: UnsafeRawBufferPointer) -> Bool {
        if let requestLine { return requestLine.method == .head }
        let word = requestLineStart..<(requestLineStart + 5)
        return word.upperBound <= bytes.count && bytes.slice(word).equals("HEAD ")
    }

    /// One empty line before a request is skipped: some old clients end a body with one too many (RFC 9112 section 2.2). A second one is refused with
    /// its first byte.
    private mutating func readFirstLine(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        if line.isEmpty {
            hasSkippedEmptyLine = true
            requestLineStart = lineStart
        } else {
            requestLine = try RequestLine(line, of: bytes)
            sectionStart = lineStart
        }
    }

    /// What cannot be a request is refused with its first byte, not when its time is over: a TLS handshake sent to a plain port, for instance.
    private func checkFirstByte(of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        guard lineStart < bytes.count else { return }
        let first = bytes[lineStart]
        guard ByteSet.token.contains(first) || (first == ASCII.carriageReturn && !hasSkippedEmptyLine) else { throw .malformedRequestLine }
    }

    /// A line that came whole. `end` is where the next begins.
    private func checkLine(_ line: Range<Int>, end: Int) throws(Refusal.Reason) {
        if requestLine == nil {
            guard line.count <= limits.requestLineBytes else { throw .requestLineTooLong }
        } else {
            guard end - sectionStart <= limits.headerSectionBytes else { throw .headerSectionTooLarge }
        }
    }

    /// A line of which more is to come: refused as soon as it is sure to be refused when it is whole. Its last byte may be its CR.
    private func checkUnfinishedLine(end: Int) throws(Refusal.Reason) {
        if requestLine == nil {
            guard end - lineStart - 1 <= limits.requestLineBytes else { throw .requestLineTooLong }
        } else {
            guard end - sectionStart < limits.headerSectionBytes else { throw .headerSectionTooLarge }
        }
    }
}
