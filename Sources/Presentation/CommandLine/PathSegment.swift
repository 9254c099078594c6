/// A text as one segment of a URL's path: everything that is not unreserved (RFC 3986 section 2.3) percent-encoded.
struct PathSegment: CustomStringConvertible, Sendable {
    let description: String

    init(_ text: String) {
        description = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + String(repeating: "0", count: 2 - digits.count) + digits
            }
        }.joined()
    }
}
