/// The first line of a request (RFC 9112 section 3), with exactly one space where the grammar has one.
struct RequestLine {
    /// Nil for a method this server does not know; then the target was not looked at, for its form depends on the method.
    let method: HTTPMethod?
    let target: Range<Int>
    let parts: RequestTarget?
    let version: HTTPVersion

    /// `line` is a range of `bytes`, without its CRLF.
    init(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        let text = bytes.slice(line)
        guard let firstSpace = text.firstIndex(of: ASCII.space, from: 0), firstSpace > 0,
            let secondSpace = text.firstIndex(of: ASCII.space, from: firstSpace + 1), secondSpace > firstSpace + 1,
            ByteSet.token.containsAll(text.slice(0..<firstSpace))
        else { throw .malformedRequestLine }
        version = try Self.version(text.slice((secondSpace + 1)..<text.count))
        target = (line.lowerBound + firstSpace + 1)..<(line.lowerBound + secondSpace)
        method = HTTPMethod(token: text.slice(0..<firstSpace))
        if let method {
            parts = try RequestTarget(target, of: bytes, method: method)
        } else {
            parts = nil
        }
    }

    /// `HTTP/1.1`: upper case, one digit on each side of the dot. A minor version above ours is spoken to as 1.1 (RFC 9110 section 2.5).
    private static func version(_ text: UnsafeRawBufferPointer) throws(Refusal.Reason) -> HTTPVersion {
        guard text.count == 8, text.slice(0..<5).equals("HTTP/"), ASCII.isDigit(text[5]), text[6] == UInt8(ascii: "."), ASCII.isDigit(text[7]) else {
            throw .malformedRequestLine
        }
        guard text[5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        return text[7] == UInt8(ascii: "0") ? .http10 : .http11
    }
}
