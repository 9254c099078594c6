import Secrets

/// The first digits of a card number, at most eight, and how many it has in all: enough to tell its network, and no secret.
struct CardPrefix: Sendable {
    /// The longest prefix that any network is told by.
    static let maximumCount = 8

    /// The digits as a number.
    let value: Int
    /// How many digits `value` stands for; leading zeros count.
    let count: Int
    /// How many digits the whole number has, as far as it is known.
    let length: Int

    /// `digits` are ASCII digits.
    init(digits: UnsafeRawBufferPointer) {
        let head = digits.prefix(Self.maximumCount)
        value = head.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        count = head.count
        length = digits.count
    }

    /// The first `wanted` digits as a number; nil when there are fewer.
    func leading(_ wanted: Int) -> Int? {
        guard count >= wanted else { return nil }
        return (wanted..<count).reduce(value) { rest, _ in rest / 10 }
    }
}
