import Secrets

/// The last month in which a card is good.
public struct ExpirationDate: Hashable, Sendable {
    /// Four digits.
    public let year: Int
    /// 1–12.
    public let month: Int

    /// Takes the digits YYMM; nil when they are no digits or name no month.
    init?(_ digits: some Collection<UInt8>) {
        let values = digits.map(Int.init)
        guard values.count == 4, values.allSatisfy({ $0 <= 9 }) else { return nil }
        let month = values[2] * 10 + values[3]
        guard (1...12).contains(month) else { return nil }
        year = 2000 + values[0] * 10 + values[1]
        self.month = month
    }

    /// The value of tag 5F24, YYMMDD; the day says nothing that the month does not.
    init?(packed value: SecretBytes) {
        self.init(value.withUnsafeBytes { bytes in bytes.prefix(2).flatMap { [$0 >> 4, $0 & 0x0F] } })
    }
}
