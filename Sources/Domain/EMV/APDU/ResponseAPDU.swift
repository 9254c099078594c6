import Secrets

/// What a card answered: data, which may hold its number, and a status word.
struct ResponseAPDU: Sendable {
    /// Data of a short answer, at most.
    static let maximumData = 256

    let status: StatusWord
    let data: SecretBytes

    init(status: StatusWord, data: SecretBytes) {
        self.status = status
        self.data = data
    }

    /// Takes an answer over and overwrites the array it came in; nil when there is no status word, which only a lost card does.
    init?(taking bytes: inout [UInt8]) {
        defer { overwrite(&bytes) }
        guard bytes.count >= 2 else { return nil }
        status = StatusWord(rawValue: UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
        data = SecretBytes(bytes.dropLast(2))
    }

    /// Whether the data is there to be used.
    var isUsable: Bool { status.allowsData && !data.isEmpty && !isCut }

    /// Whether bytes are missing at the end: a card that leaves the field in mid-answer shows so, with the driver reporting success.
    var isCut: Bool {
        guard status.isWellFormed else { return true }
        return data.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            cursor.skipFiller()
            guard !cursor.isAtEnd else { return false }
            do throws(TLVError) {
                guard try cursor.tag() != nil, let length = try cursor.length() else { return true }
                return length > cursor.remaining
            } catch {
                // Not cut but not TLV: whoever decodes it will say so.
                return false
            }
        }
    }
}

/// Apart, so that the compiler cannot see that nobody reads the array any more, and leave the stores out.
@inline(never)
private func overwrite(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
}
