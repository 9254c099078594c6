import Secrets

/// The text of a document that is being written. It wipes what it leaves behind, because what is written may hold a card number.
struct JSONOutput: ~Copyable {
    private var buffer: SecretBuffer

    init(minimumCapacity: Int) {
        buffer = SecretBuffer(minimumCapacity: minimumCapacity)
    }

    mutating func append(_ byte: UInt8) {
        buffer.append(byte)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(bytes)
    }

    mutating func append(_ scalar: JSONScalar) {
        switch scalar {
        case .string(let text):
            appendString(text)
        case .integer(let number):
            appendPlain(String(number))
        case .bool(let flag):
            appendPlain(flag ? "true" : "false")
        case .null:
            appendPlain("null")
        }
    }

    /// Adds text that needs no escaping.
    private mutating func appendPlain(_ text: String) {
        var text = text
        text.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    }

    mutating func appendString(_ text: String) {
        var text = text
        text.withUTF8 { appendString(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a string's token. Bytes that are not UTF-8, which only a secret from elsewhere can have, become U+FFFD: the document stays JSON.
    mutating func appendString(_ utf8: UnsafeRawBufferPointer) {
        let bytes = ByteView(utf8)
        var plainStart = 0
        var position = 0
        append(ASCII.quote)
        while position < bytes.count {
            let byte = bytes[position]
            if byte >= 0x80, case .wellFormed(let length) = UTF8Sequence.judge(bytes, at: position) {
                position += length
                continue
            }
            if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash || byte >= 0x80 {
                append(bytes[plainStart..<position])
                appendEscaped(byte)
                plainStart = position + 1
            }
            position += 1
        }
        append(bytes[plainStart..<position])
        append(ASCII.quote)
    }

    /// The short escapes where RFC 8259 section 7 has one, `\u00XX` else.
    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case ASCII.quote: appendPlain(#"\""#)
        case ASCII.backslash: appendPlain(#"\\"#)
        case 0x08: appendPlain(#"\b"#)
        case ASCII.tab: appendPlain(#"\t"#)
        case ASCII.lineFeed: appendPlain(#"\n"#)
        case 0x0C: appendPlain(#"\f"#)
        case ASCII.carriageReturn: appendPlain(#"\r"#)
        case 0x80...: appendPlain("\u{FFFD}")
        default:
            appendPlain(#"\u00"#)
            append(ASCII.lowerHexadecimal(byte >> 4))
            append(ASCII.lowerHexadecimal(byte & 0x0F))
        }
    }

    /// Writes a member up to its value.
    mutating func beginMember(_ name: String, isFirst: Bool) {
        if !isFirst { append(ASCII.comma) }
        appendString(name)
        append(ASCII.colon)
    }

    /// Ends the text, in plain memory.
    consuming func bytes() -> [UInt8] {
        buffer.withUnsafeBytes { Array($0) }
    }

    /// Ends the text, without a copy.
    consuming func secretBytes() -> SecretBytes {
        buffer.finish()
    }
}
