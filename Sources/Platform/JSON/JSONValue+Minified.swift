extension JSONValue {
    /// Its exact bytes without insignificant white space, that is without the white space between tokens (RFC 8259 section 2); what stands in
    /// strings, escapes and the form of numbers stay as they are.
    public func minified() -> [UInt8] {
        let range = byteRange
        return tree.withBytes { bytes in
            let source = bytes[range]
            // Most senders write none, which is told far sooner than what stands between tokens.
            guard source.contains(where: ASCII.isWhiteSpace) else { return Array(source) }
            return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                Self.minify(source, into: buffer, &count)
            }
        } ?? []
    }

    private static func minify(_ source: UnsafeRawBufferPointer, into buffer: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
        var isInString = false
        var isEscaped = false
        for byte in source {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == ASCII.backslash {
                    isEscaped = true
                } else if byte == ASCII.quote {
                    isInString = false
                }
            } else if ASCII.isWhiteSpace(byte) {
                continue
            } else if byte == ASCII.quote {
                isInString = true
            }
            buffer[count] = byte
            count += 1
        }
    }
}
