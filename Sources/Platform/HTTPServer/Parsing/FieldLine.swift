/// One `name: value` line of a header or trailer section (RFC 9112 section 5).
struct FieldLine {
    let name: Range<Int>
    /// Without the white space around it.
    let value: Range<Int>

    /// `line` is a range of `bytes`, not empty, without its CRLF.
    init(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws(Refusal.Reason) {
        guard !ASCII.isWhitespace(bytes[line.lowerBound]) else { throw .foldedHeaderField }
        let token = ByteSet.token
        var colon = line.lowerBound
        while colon < line.upperBound, token.contains(bytes[colon]) { colon += 1 }
        // What stops the name must be the colon: white space before it was once trimmed by some and kept by others (RFC 9112 section 5.1).
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == ASCII.colon else { throw .malformedHeaderField }

        var start = colon + 1
        var end = line.upperBound
        while start < end, ASCII.isWhitespace(bytes[start]) { start += 1 }
        while end > start, ASCII.isWhitespace(bytes[end - 1]) { end -= 1 }
        guard ASCII.areFieldContent(bytes.slice(start..<end)) else { throw .controlCharacterInHeaderField }
        name = line.lowerBound..<colon
        value = start..<end
    }
}
