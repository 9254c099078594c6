/// A request target taken apart (RFC 9112 section 3.2). Ranges are of the bytes it was read from.
struct RequestTarget {
    /// Empty where an absolute URL has no path.
    let path: Range<Int>
    let query: Range<Int>
    /// `*`: the server as a whole.
    let isServerWide: Bool

    /// `range` of `bytes` is not empty and holds no space.
    init(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer, method: HTTPMethod) throws(Refusal.Reason) {
        let target = bytes.slice(range)
        if target.first == UInt8(ascii: "/") {
            self = try RequestTarget(pathAndQuery: range, of: bytes)
        } else if target.equals("*"), method == .options {
            path = range
            query = range.upperBound..<range.upperBound
            isServerWide = true
        } else {
            // The authority wins over Host (section 3.2.2). Neither chooses anything here: one server, one site.
            let authority = try Self.authority(of: target)
            self = try RequestTarget(pathAndQuery: (range.lowerBound + authority.upperBound)..<range.upperBound, of: bytes)
        }
    }

    private init(pathAndQuery range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        let end = bytes.slice(range).firstIndex(of: UInt8(ascii: "?"), from: 0).map { range.lowerBound + $0 } ?? range.upperBound
        path = range.lowerBound..<end
        query = min(end + 1, range.upperBound)..<range.upperBound
        isServerWide = false
        let text = bytes.slice(path)
        guard ByteSet.path.containsAll(text), ByteSet.query.containsAll(bytes.slice(query)) else { throw .malformedTarget }
        if text.firstIndex(of: ASCII.percent, from: 0) != nil { try Self.checkPathEncoding(text) }
        if !query.isEmpty { try Self.checkQueryEncoding(bytes.slice(query)) }
    }

    /// What is decoded here ends in log lines and look-ups: it is text, without NUL, line breaks and the like.
    private static func checkPathEncoding(_ path: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        guard let decoded = PercentEncoding.decode(path), decoded.utf8.allSatisfy({ $0 >= ASCII.space && $0 != ASCII.delete }) else {
            throw .malformedPercentEncoding
        }
    }

    private static func checkQueryEncoding(_ query: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        guard query.firstIndex(of: ASCII.percent, from: 0) == nil || PercentEncoding.decode(query) != nil else { throw .malformedPercentEncoding }
    }

    /// Where the authority of an `http://` or `https://` URL stands in it.
    private static func authority(of url: UnsafeRawBufferPointer) throws(Refusal.Reason) -> Range<Int> {
        let start: Int
        if url.count > 7, url.slice(0..<7).equalsIgnoringASCIICase("http://") {
            start = 7
        } else if url.count > 8, url.slice(0..<8).equalsIgnoringASCIICase("https://") {
            start = 8
        } else {
            throw .malformedTarget
        }
        var end = start
        while end < url.count, url[end] != UInt8(ascii: "/"), url[end] != UInt8(ascii: "?") { end += 1 }
        guard HostField.isValid(url.slice(start..<end)) else { throw .malformedTarget }
        return start..<end
    }
}
