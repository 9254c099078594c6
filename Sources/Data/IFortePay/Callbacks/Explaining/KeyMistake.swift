import Crypto
import Secrets

/// What tools do to a key on its way from iFortePay's page into a program.
public enum KeyMistake: String, CaseIterable, Sendable {
    /// A file's last line feed.
    case newline
    /// The same as Windows writes it.
    case carriageReturnAndNewline
    /// The gateway's own has a line feed at its end, the signer's has not.
    case withoutTrailingNewline
    /// A space behind it.
    case trailingSpace
    /// Quotes that belonged to an environment file.
    case quotes
    /// The bytes that it is the base64 of.
    case base64Decoded
    /// The bytes that it is the hex of.
    case hexDecoded
    /// `+` read as a space, as in a query string.
    case plusAsSpace
    /// Letters made small.
    case lowercased

    /// How the key was taken.
    var phrase: String {
        switch self {
        case .newline: "with a newline at its end"
        case .carriageReturnAndNewline: "with a carriage return and a newline at its end"
        case .withoutTrailingNewline: "without the newline that yours has at its end"
        case .trailingSpace: "with a space at its end"
        case .quotes: "with quotes around it"
        case .base64Decoded: "after decoding it as base64"
        case .hexDecoded: "after decoding it as hexadecimal"
        case .plusAsSpace: "with its plus signs turned into spaces"
        case .lowercased: "in lower case"
        }
    }

    /// The key as the mistake makes it; nil where it would change nothing or cannot be made.
    func applied(to key: SecretBytes) -> SecretBytes? {
        let changed: SecretBytes? =
            switch self {
            case .newline: key.adding("", "\n")
            case .carriageReturnAndNewline: key.adding("", "\r\n")
            case .withoutTrailingNewline: key.droppingLineEnd
            case .trailingSpace: key.adding("", " ")
            case .quotes: key.adding("\"", "\"")
            case .base64Decoded: key.withUnsafeBytes { Base64.decodeSecret($0) }
            case .hexDecoded: key.withUnsafeBytes { Hex.decode(String(decoding: $0, as: UTF8.self)) }.map { SecretBytes($0) }
            case .plusAsSpace: key.mapping { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            case .lowercased: key.mapping { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            }
        return changed == key || changed?.isEmpty == true ? nil : changed
    }
}

extension SecretBytes {
    fileprivate func adding(_ before: String, _ after: String) -> SecretBytes {
        var buffer = SecretBuffer(minimumCapacity: count + 8)
        buffer.append(utf8: before)
        withUnsafeBytes { buffer.append($0) }
        buffer.append(utf8: after)
        return buffer.finish()
    }

    fileprivate var droppingLineEnd: SecretBytes {
        withUnsafeBytes { bytes in
            let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return SecretBytes(bytes[..<(end.map { $0 + 1 } ?? 0)])
        }
    }

    fileprivate func mapping(_ change: (UInt8) -> UInt8) -> SecretBytes {
        SecretBytes(capacity: count) { target in
            withUnsafeBytes { source in
                for index in source.indices { target[index] = change(source[index]) }
                return source.count
            }
        }
    }
}
