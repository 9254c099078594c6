/// A set of ASCII characters, as two words: membership is a shift and a mask.
struct ByteSet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    init(_ characters: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 {
            if byte < 64 {
                low |= 1 << UInt64(byte)
            } else if byte < 128 {
                high |= 1 << UInt64(byte - 64)
            }
        }
        self.init(low: low, high: high)
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }

    func union(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low | other.low, high: high | other.high)
    }

    func containsAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices where !contains(bytes[index]) { return false }
        return true
    }
}

extension ByteSet {
    private static let alphanumeric = ByteSet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

    /// `tchar` of RFC 9110 section 5.6.2.
    static let token = alphanumeric.union(ByteSet("!#$%&'*+-.^_`|~"))

    /// `unreserved` and `sub-delims` of RFC 3986 section 2, with the `%` of a percent-encoding.
    static let registeredName = alphanumeric.union(ByteSet("-._~!$&'()*+,;=%"))

    /// `pchar` and `/` of RFC 3986 section 3.3, with the `%` of a percent-encoding.
    static let path = registeredName.union(ByteSet(":@/"))

    /// The path's and `?` (RFC 3986 section 3.4).
    static let query = path.union(ByteSet("?"))

    /// The characters of an IPv6 address in brackets (RFC 3986 section 3.2.2; no zone, no IPvFuture).
    static let ipv6 = ByteSet("0123456789ABCDEFabcdef:.")

    /// A request id that is taken from the client (contract section 1).
    static let requestID = alphanumeric.union(ByteSet("._-"))
}
