/// How the end of a request's body is found (RFC 9112 section 6.3).
enum BodyFraming: Hashable, Sendable {
    /// Nothing was announced: there is no body.
    case none
    /// `Content-Length`.
    case length(Int)
    /// `Transfer-Encoding: chunked`.
    case chunked

    /// Whether bytes of a body follow the head.
    var hasContent: Bool { self != .none && self != .length(0) }
}

/// Collects what a head says about its body, line by line, and decides at its end. Whatever two parsers could read in two ways is an error: that is
/// how one request is smuggled inside another.
struct FramingFields: Sendable {
    private var length: Int?
    private var isChunked = false
    private var hasUnknownCoding = false

    private var hasTransferEncoding: Bool { isChunked || hasUnknownCoding }

    mutating func readContentLength(_ value: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        guard length == nil else { throw .repeatedContentLength }
        guard let number = Self.decimal(value) else { throw .invalidContentLength }
        length = number
    }

    mutating func readTransferEncoding(_ value: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        for element in value.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
            let coding = UnsafeRawBufferPointer(rebasing: element).trimmingWhitespace()
            guard !isChunked, !coding.isEmpty else { throw .malformedTransferEncoding }
            if coding.equalsIgnoringASCIICase("chunked") {
                isChunked = true
            } else {
                try Self.checkUnknownCoding(coding)
                hasUnknownCoding = true
            }
        }
    }

    func framing(in version: HTTPVersion) throws(Refusal.Reason) -> BodyFraming {
        if hasTransferEncoding {
            guard version != .http10 else { throw .transferEncodingInHTTP10 }
            guard length == nil else { throw .bothLengthAndTransferEncoding }
            guard !hasUnknownCoding else { throw .unknownTransferCoding }
            return .chunked
        }
        return length.map(BodyFraming.length) ?? .none
    }

    /// A coding has a token for a name, and `chunked` has no parameters (RFC 9112 section 7.1).
    private static func checkUnknownCoding(_ coding: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        let name = coding.slice(0..<(coding.firstIndex(of: UInt8(ascii: ";"), from: 0) ?? coding.count)).trimmingWhitespace()
        guard !name.isEmpty, ByteSet.token.containsAll(name), !name.equalsIgnoringASCIICase("chunked") else { throw .malformedTransferEncoding }
    }

    private static func decimal(_ digits: UnsafeRawBufferPointer) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard ASCII.isDigit(digit) else { return nil }
            let (product, overflowed) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowedAgain) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            guard !overflowed, !overflowedAgain else { return nil }
            number = sum
        }
        return number
    }
}
