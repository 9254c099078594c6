/// What the reader can do, which decides what a Visa card and its kin show (tag 9F66; EMV Book C-3, annex A).
struct TransactionQualifiers: Hashable, Sendable {
    let bytes: [UInt8]

    private init(_ bytes: UInt8...) {
        self.bytes = bytes
    }

    /// In the order to try them, each after a new SELECT: what a shop's terminal sends; a transit reader's; the widest; magnetic-stripe mode, which gets
    /// the shortest answer.
    static let all: [TransactionQualifiers] = [usual] + others

    static let usual = TransactionQualifiers(0x33, 0x80, 0x40, 0x00)

    private static let others = [
        TransactionQualifiers(0x27, 0x00, 0x00, 0x00), TransactionQualifiers(0xF6, 0x20, 0xC0, 0x00), TransactionQualifiers(0xA0, 0x00, 0x00, 0x00),
    ]
}
