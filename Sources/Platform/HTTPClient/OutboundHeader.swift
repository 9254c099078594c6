public import Secrets

/// A header of an outbound request. A credential's value is `SecretBytes`, so that printing a request does not show it.
public struct OutboundHeader: Sendable {
    /// As it is sent; compared without regard to case (RFC 9110 section 5.1).
    public let name: String
    private let value: Value

    private enum Value: Sendable {
        case text(String)
        case secret(SecretBytes)
    }

    /// A header that may be shown.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = .text(value)
    }

    /// A header whose value is a secret.
    public init(_ name: String, secret value: SecretBytes) {
        self.name = name
        self.value = .secret(value)
    }

    /// The line as libcurl takes it, with a NUL at its end; nil when it must not be sent.
    ///
    /// A value with CR or LF would smuggle in further headers; a second length or coding would let two parsers read the message two ways.
    func line() -> SecretBytes? {
        guard isToken, !Self.framing.contains(name.lowercased()) else { return nil }
        let value =
            switch value {
            case .text(let text): SecretBytes(utf8: text)
            case .secret(let bytes): bytes
            }
        let isSendable = value.withUnsafeBytes { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
        guard isSendable else { return nil }
        var line = SecretBuffer(minimumCapacity: name.utf8.count + value.count + 3)
        // libcurl takes "Name:" for the wish to leave the header out; "Name;" sends it without a value.
        for byte in (name + (value.isEmpty ? ";" : ": ")).utf8 { line.append(byte) }
        value.withUnsafeBytes { line.append($0) }
        line.append(0)
        return line.finish()
    }

    private static let framing: Set<String> = ["content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer"]

    /// RFC 9110 section 5.6.2.
    private var isToken: Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
