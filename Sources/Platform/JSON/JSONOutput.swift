import Secrets

/// Where the writers of one document write. It wipes what it leaves behind, because what is written may hold a card number.
final class JSONOutput {
    private var buffer = SecretBuffer(minimumCapacity: 512)

    func append(_ byte: UInt8) {
        buffer.append(byte)
    }

    /// Adds text that needs no escaping.
    func append(_ text: StaticString) {
        buffer.append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(bytes)
    }

    func append(_ scalar: JSONScalar) {
        switch scalar {
        case .string(let text):
            appendString(text)
        case .integer(let number):
            var digits = String(number)
            digits.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
        case .bool(let flag):
            append(flag ? "true" : "false")
        case .null:
            append("null")
        }
    }

    func appendString(_ text: String) {
        var text = text
        text.withUTF8 { appendString(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a string's token. Bytes that are not UTF-8, which only a secret from elsewhere can have, become U+FFFD: the document stays JSON.
    func appendString(_ utf8: UnsafeRawBufferPointer) {
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
    private func appendEscaped(_ byte: UInt8) {
        switch byte {
        case ASCII.quote: append(#"\""#)
        case ASCII.backslash: append(#"\\"#)
        case 0x08: append(#"\b"#)
        case ASCII.tab: append(#"\t"#)
        case ASCII.lineFeed: append(#"\n"#)
        case 0x0C: append(#"\f"#)
        case ASCII.carriageReturn: append(#"\r"#)
        case 0x80...: append("\u{FFFD}")
        default:
            append(#"\u00"#)
            append(ASCII.lowerHexadecimal(byte >> 4))
            append(ASCII.lowerHexadecimal(byte & 0x0F))
        }
    }

    /// What was written, in plain memory; the output is empty afterwards.
    func takeBytes() -> [UInt8] {
        takeSecretBytes().withUnsafeBytes { Array($0) }
    }

    /// What was written; the output is empty afterwards.
    func takeSecretBytes() -> SecretBytes {
        var taken = SecretBuffer(minimumCapacity: 0)
        swap(&taken, &buffer)
        return taken.finish()
    }
}
