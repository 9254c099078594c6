/// What a card says of itself when it gets power (ISO/IEC 7816-3, section 8); for contactless cards the reader makes it up (PC/SC part 3, section 3.1.3.2.3).
struct AnswerToReset {
    /// Storage cards have no commands: their historical bytes hold the identifier of PC/SC's workgroup, A0 00 00 03 06, behind category and length.
    private static let storageCard: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x06]

    let bytes: [UInt8]

    /// Whether the card may be one that takes commands; when the reader tells nothing, it may.
    var mayBeSmartCard: Bool {
        guard let first = bytes.first else { return true }
        guard first == 0x3B || first == 0x3F, bytes.count >= 2 else { return false }
        return !isStorageCard
    }

    private var isStorageCard: Bool {
        guard let start = historicalBytes, bytes.count >= start + 8 else { return false }
        return bytes[start] == 0x80 && bytes[start + 1] == 0x4F && Array(bytes[start + 3..<start + 8]) == Self.storageCard
    }

    /// Where the historical bytes begin, behind the interface bytes that T0 and each TD announce.
    private var historicalBytes: Int? {
        var index = 1
        var announced = bytes[1] >> 4
        while announced != 0 {
            let count = announced.nonzeroBitCount
            let hasNext = announced & 0x8 != 0
            index += count
            guard index < bytes.count else { return nil }
            announced = hasNext ? bytes[index] >> 4 : 0
        }
        return index + 1
    }
}
