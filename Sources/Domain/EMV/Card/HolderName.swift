import Secrets

/// The holder's name as a card has it (tags 5F20 and 9F0B; ISO/IEC 7813): `SURNAME/GIVEN`, padded with spaces, blank on most cards of today.
enum HolderName {
    /// Bytes of tag 5F20, and of the name in a track 1.
    static let maximum = 26
    /// Bytes of tag 9F0B.
    static let maximumExtended = 45

    /// The name in UTF-8, without padding at the ends and around the stroke. Nil when it is blank, and when it cannot be told what the bytes mean: no name
    /// is better than a wrong one.
    static func text(_ bytes: SecretBytes, maximum: Int, codeTable: CodeTable?, network: ApplicationNetwork?) -> SecretBytes? {
        bytes.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(maximum))
            return isChinese(bytes, codeTable, network) ? chinese(bytes) : singleByte(bytes, codeTable ?? .latin1)
        }
    }

    /// UnionPay's issuers write GBK, some of them beside a code table that says Latin 1.
    private static func isChinese(_ bytes: UnsafeRawBufferPointer, _ codeTable: CodeTable?, _ network: ApplicationNetwork?) -> Bool {
        network == .unionPay && (codeTable ?? .latin1) == .latin1 && bytes.contains { $0 >= 0x80 }
    }

    private static func singleByte(_ bytes: UnsafeRawBufferPointer, _ table: CodeTable) -> SecretBytes? {
        var text = NameText()
        for byte in bytes { text.append(table.scalar(byte)) }
        return text.finish()
    }

    private static func chinese(_ bytes: UnsafeRawBufferPointer) -> SecretBytes? {
        var text = NameText()
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x80 else {
                text.append(Unicode.Scalar(byte))
                continue
            }
            guard index < bytes.count, let scalar = GB2312.scalar(byte, bytes[index]) else { return nil }
            text.append(scalar)
            index += 1
        }
        return text.finish()
    }
}

/// A name under construction: knows which spaces are padding.
private struct NameText: ~Copyable {
    private var utf8 = SecretBuffer(minimumCapacity: 128)
    private var spaces = 0
    private var isAfterStroke = true
    private var hasLetters = false
    private var isReadable = true

    mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x00...0x20, 0xA0, 0x3000: spaces += 1
        case 0x7F...0x9F, 0xFFFD: isReadable = false
        case 0x2F:
            spaces = 0
            isAfterStroke = true
            write(scalar)
        default:
            if !isAfterStroke { for _ in 0..<spaces { utf8.append(UInt8(ascii: " ")) } }
            spaces = 0
            isAfterStroke = false
            hasLetters = true
            write(scalar)
        }
    }

    consuming func finish() -> SecretBytes? {
        hasLetters && isReadable ? utf8.finish() : nil
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { utf8.append(byte) }
    }
}
