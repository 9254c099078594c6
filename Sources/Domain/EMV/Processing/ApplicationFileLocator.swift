/// Which records a card wants to be read (tag 94; EMV Book 3, section 10.2).
struct ApplicationFileLocator: Hashable, Sendable {
    struct Record: Hashable, Sendable {
        /// The short file identifier, 1–30.
        let file: UInt8
        let number: UInt8
    }

    /// The records of one file.
    struct Entry: Hashable, Sendable {
        let file: UInt8
        let numbers: ClosedRange<UInt8>

        var records: some Sequence<Record> { numbers.lazy.map { Record(file: file, number: $0) } }

        /// From file 11 on the contents are the network's or the issuer's own, and may be no TLV.
        var holdsTLV: Bool { file <= 10 }
    }

    let entries: [Entry]

    static let empty = ApplicationFileLocator(decoding: [])

    /// Leaves out entries that name no file or record, and a tail of less than four bytes.
    init(decoding bytes: [UInt8]) {
        entries = stride(from: 0, to: bytes.count - 3, by: 4).compactMap { start in
            let file = bytes[start] >> 3
            let (first, last) = (bytes[start + 1], bytes[start + 2])
            guard (1...30).contains(file), first >= 1, first <= last else { return nil }
            return Entry(file: file, numbers: first...last)
        }
    }
}
