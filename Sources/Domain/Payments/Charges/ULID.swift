/// A sortable unique id: 48 bits of Unix milliseconds, 80 random bits, as 26 characters of Crockford's base 32.
public struct ULID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Makes the id of a moment; the caller gives the 80 random bits (upper 16 in `entropyHigh`), so that this stays a pure value.
    public init(at moment: Timestamp, entropyHigh: UInt16, entropyLow: UInt64) {
        high = UInt64(bitPattern: moment.milliseconds) << 16 | UInt64(entropyHigh)
        low = entropyLow
    }

    /// 26 characters of `0–9 A–Z` without `I L O U`.
    public var description: String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        var digits = [UInt8](repeating: 0, count: 26)
        var (upper, lower) = (high, low)
        for index in digits.indices.reversed() {
            digits[index] = alphabet[Int(lower & 31)]
            lower = lower >> 5 | upper << 59
            upper >>= 5
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

/// Port: makes ids. Production draws from the system's secure random source, tests count.
public protocol IdentifierSource: Sendable {
    /// A ULID that has not been given before.
    func next(at moment: Timestamp) -> ULID
}
