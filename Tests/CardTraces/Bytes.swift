public import EMV
public import Secrets

/// Bytes from hexadecimal digits; anything else between them is left out.
public func hex(_ text: String) -> [UInt8] {
    let nibbles = text.utf8.compactMap { digit -> UInt8? in
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
    return stride(from: 0, to: nibbles.count - 1, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
}

/// Upper-case digits without spaces.
public func hexText(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}

/// One object with a minimal length.
public func tlv(_ tag: String, _ parts: [UInt8]...) -> [UInt8] {
    let value = Array(parts.joined())
    let length: [UInt8] =
        switch value.count {
        case 0..<0x80: [UInt8(value.count)]
        case 0x80..<0x100: [0x81, UInt8(value.count)]
        default: [0x82, UInt8(value.count >> 8), UInt8(value.count & 0xFF)]
        }
    return hex(tag) + length + value
}

/// The bytes as text; nil for none.
public func text(_ secret: SecretBytes?) -> String? {
    secret.map { secret in secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// An application's name from hexadecimal digits.
public func aid(_ text: String) -> ApplicationIdentifier {
    guard let identifier = ApplicationIdentifier(hex(text)) else { preconditionFailure("\(text) is no application identifier") }
    return identifier
}

extension SecretBytes {
    /// Bytes from hexadecimal digits.
    public init(hex text: String) { self.init(hex(text)) }
}
