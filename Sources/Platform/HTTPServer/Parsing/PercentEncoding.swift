/// Percent-encoding of RFC 3986 section 2.1.
enum PercentEncoding {
    /// Whether every `%` is followed by two hex digits.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while let percent = bytes.firstIndex(of: ASCII.percent, from: index) {
            guard percent + 2 < bytes.count, ASCII.hexValue(bytes[percent + 1]) != nil, ASCII.hexValue(bytes[percent + 2]) != nil else {
                return false
            }
            index = percent + 3
        }
        return true
    }

    /// The text behind the encoding; nil where an encoding is broken or what comes out is not UTF-8.
    ///
    /// `plusIsSpace` is for queries, which HTML forms and every browser API write in that way.
    static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.percent {
                guard index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2]) else {
                    return nil
                }
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? ASCII.space : byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
