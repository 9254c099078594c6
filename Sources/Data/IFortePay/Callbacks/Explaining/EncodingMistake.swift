import Crypto

/// How a signature may be written, other than in hexadecimal digits.
public enum EncodingMistake: String, Sendable {
    /// RFC 4648 section 4.
    case base64
    /// RFC 4648 section 5, with or without padding.
    case base64URL
    /// The hex digits in base64 once more.
    case base64OfHex

    var phrase: String {
        switch self {
        case .base64: "base64"
        case .base64URL: "URL-safe base64"
        case .base64OfHex: "base64 of the hexadecimal digits"
        }
    }
}

/// The 32 bytes that a signature's text stands for, and the mistake in writing them if there is one.
struct ClaimedSignature {
    let code: [UInt8]
    let mistake: EncodingMistake?

    /// Nil when no reading gives 32 bytes.
    init?(_ text: String) {
        if let code = Hex.decode(text), code.count == 32 {
            self.init(code: code, mistake: nil)
        } else if let bytes = Base64.decode(text) {
            self.init(bytes, .base64)
        } else if let bytes = Base64.decode(text.fromURLAlphabet) {
            self.init(bytes, .base64URL)
        } else {
            return nil
        }
    }

    private init?(_ bytes: [UInt8], _ mistake: EncodingMistake) {
        if bytes.count == 32 {
            self.init(code: bytes, mistake: mistake)
        } else if let code = Hex.decode(String(decoding: bytes, as: UTF8.self)), code.count == 32 {
            self.init(code: code, mistake: .base64OfHex)
        } else {
            return nil
        }
    }

    private init(code: [UInt8], mistake: EncodingMistake?) {
        self.code = code
        self.mistake = mistake
    }
}

extension String {
    /// In the alphabet of RFC 4648 section 4, padded.
    fileprivate var fromURLAlphabet: String {
        let letters = map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return String(letters) + String(repeating: "=", count: (4 - letters.count % 4) % 4)
    }
}
