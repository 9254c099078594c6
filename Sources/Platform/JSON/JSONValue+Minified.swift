extension JSONValue {
    /// Its exact bytes without insignificant white space, that is without the white space between tokens (RFC 8259 section 2); what stands in
    /// strings, escapes and the form of numbers stay as they are.
    public func minified() -> [UInt8] {
        let range = byteRange
        return tree.withBytes { bytes in
            let source = bytes[range]
            // Most senders write none.
            guard Self.mayHoldWhiteSpace(source) else { return Array(source) }
            return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                Self.minify(source, into: buffer, &count)
            }
        } ?? []
    }

    /// Whether there may be white space between its tokens. No tells for sure, and with little work, that `minified()` would answer its exact bytes.
    public var mayHoldWhiteSpace: Bool {
        let range = byteRange
        return tree.withBytes { Self.mayHoldWhiteSpace($0[range]) } ?? false
    }

    /// Of the bytes up to the space a JSON text holds white space alone. The least of all is asked for, because the processor can look at many at a time.
    private static func mayHoldWhiteSpace(_ source: UnsafeRawBufferPointer) -> Bool {
        var least = UInt8.max
        for index in source.indices { least = min(least, source[index]) }
        return least <= ASCII.space
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
