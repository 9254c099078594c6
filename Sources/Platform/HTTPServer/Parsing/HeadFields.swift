/// The field lines of a head, and what those say that the protocol itself needs.
struct HeadFields {
    private(set) var count = 0
    private(set) var requestID: Range<UInt32>?
    private var framing = FramingFields()
    private var hasHost = false
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var expectsContinue = false
    private var hasUnknownExpectation = false
    private var isContentEncoded = false

    mutating func read(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        let field = try FieldLine(line, of: bytes)
        count += 1
        let name = bytes.slice(field.name)
        let value = bytes.slice(field.value)
        // The length of a name rules out most of the others before a byte is compared.
        switch name.count {
        case 4 where name.equalsIgnoringASCIICase("host"):
            guard !hasHost else { throw .repeatedHost }
            guard HostField.isValid(value) else { throw .invalidHost }
            hasHost = true
        case 6 where name.equalsIgnoringASCIICase("expect"): readExpectation(value)
        case 10 where name.equalsIgnoringASCIICase("connection"): readConnection(value)
        case 12 where name.equalsIgnoringASCIICase("x-request-id"): requestID = UInt32.range(field.value)
        case 14 where name.equalsIgnoringASCIICase("content-length"): try framing.readContentLength(value)
        case 16 where name.equalsIgnoringASCIICase("content-encoding"): isContentEncoded = true
        case 17 where name.equalsIgnoringASCIICase("transfer-encoding"): try framing.readTransferEncoding(value)
        default: break
        }
    }

    /// The empty line came, behind the field lines: everything that must be there is there, and fits together.
    func finish(_ line: RequestLine, section: Range<Int>) throws(Refusal.Reason) -> ParsedHead {
        guard let method = line.method, let parts = line.parts else { throw .unknownMethod }
        guard hasHost || line.version == .http10 else { throw .missingHost }
        let framing = try framing.framing(in: line.version)
        guard !hasUnknownExpectation else { throw .unknownExpectation }
        return ParsedHead(
            method: method,
            version: line.version,
            target: UInt32.range(line.target),
            path: UInt32.range(parts.path),
            query: UInt32.range(parts.query),
            isServerWide: parts.isServerWide,
            fields: UInt32.range(section),
            fieldCount: count,
            framing: framing,
            keepsAlive: !asksToClose && (line.version == .http11 || asksToKeepAlive),
            // An HTTP/1.0 client cannot read the interim answer (RFC 9110 section 10.1.1), and without content there is nothing to wait for.
            expectsContinue: expectsContinue && line.version == .http11 && framing.hasContent,
            isContentEncoded: isContentEncoded,
            requestID: requestID)
    }

    /// Empty elements of a list mean nothing (RFC 9110 section 5.6.1.2).
    private mutating func readExpectation(_ value: UnsafeRawBufferPointer) {
        for element in value.split(separator: ASCII.comma) {
            let expectation = UnsafeRawBufferPointer(rebasing: element).trimmingWhitespace()
            if expectation.equalsIgnoringASCIICase("100-continue") {
                expectsContinue = true
            } else if !expectation.isEmpty {
                hasUnknownExpectation = true
            }
        }
    }

    private mutating func readConnection(_ value: UnsafeRawBufferPointer) {
        for option in value.split(separator: ASCII.comma) {
            let option = UnsafeRawBufferPointer(rebasing: option).trimmingWhitespace()
            if option.equalsIgnoringASCIICase("close") {
                asksToClose = true
            } else if option.equalsIgnoringASCIICase("keep-alive") {
                asksToKeepAlive = true
            }
        }
    }
}

extension UInt32 {
    /// A head is far shorter than 4 GiB: its limits are checked before a range is made.
    static func range(_ range: Range<Int>) -> Range<UInt32> {
        UInt32(truncatingIfNeeded: range.lowerBound)..<UInt32(truncatingIfNeeded: range.upperBound)
    }
}
