/// The name of an application on a card (AID): the registered provider's five bytes and up to eleven of its own (ISO/IEC 7816-4, section 8.2.1.2).
public struct ApplicationIdentifier: Hashable, Sendable {
    /// How long a name is.
    static let lengths = 5...16

    /// The name.
    public let bytes: [UInt8]

    /// Takes 5 to 16 bytes; nil for any other number.
    public init?(_ bytes: [UInt8]) {
        guard Self.lengths.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// A name from one of this module's tables.
    init(provider: UInt64, _ extension: UInt8...) {
        bytes = stride(from: 32, through: 0, by: -8).map { UInt8(truncatingIfNeeded: provider >> $0) } + `extension`
    }

    /// Whether the name begins with `prefix`.
    func hasPrefix(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
}

extension ApplicationIdentifier: CustomStringConvertible {
    /// The name in hexadecimal.
    public var description: String {
        bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
    }
}
