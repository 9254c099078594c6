/// A BER-TLV tag by its bytes as they stand: `9F02` is 0x9F02, whatever number ASN.1 would make of it.
///
/// EMV writes tags that ASN.1 forbids (a second byte below 1F), so equal numbers do not mean equal tags (EMV Book 3, annex B1).
public struct Tag: Hashable, Sendable {
    /// The tag's bytes, the first in the highest place.
    public let bytes: UInt32

    /// Takes up to three bytes, the first in the highest place.
    public init(_ bytes: UInt32) {
        self.bytes = bytes
    }

    /// Whether the value is made of objects again: bit 6 of the first byte.
    public var isConstructed: Bool { firstByte & 0x20 != 0 }

    private var firstByte: UInt32 {
        switch bytes {
        case 0x1_0000...: bytes >> 16
        case 0x100...: bytes >> 8
        default: bytes
        }
    }
}

extension Tag: CustomStringConvertible {
    /// The tag in hexadecimal, as EMV's tables write it.
    public var description: String {
        let digits = String(bytes, radix: 16, uppercase: true)
        return digits.utf8.count.isMultiple(of: 2) ? digits : "0" + digits
    }
}
