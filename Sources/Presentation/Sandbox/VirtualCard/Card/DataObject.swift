/// A data object as a card writes it: tag, length, value (EMV Book 3, annex B).
indirect enum DataObject: Hashable, Sendable {
    /// A value.
    case value(tag: UInt32, [UInt8])
    /// Further objects.
    case template(tag: UInt32, [DataObject])

    /// A text in ASCII.
    static func text(tag: UInt32, _ text: String) -> DataObject { .value(tag: tag, Array(text.utf8)) }

    var encoded: [UInt8] {
        switch self {
        case .value(let tag, let value): Self.encoding(tag, value)
        case .template(let tag, let objects): Self.encoding(tag, objects.flatMap(\.encoded))
        }
    }

    private static func encoding(_ tag: UInt32, _ value: [UInt8]) -> [UInt8] {
        encoding(tag: tag) + encoding(length: value.count) + value
    }

    /// The tag's own bytes: 0x9F38 has two.
    static func encoding(tag: UInt32) -> [UInt8] {
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: tag >> $0) }
        return Array(bytes.drop { $0 == 0 })
    }

    /// In the shortest form; a card's answers do not reach the three-byte one.
    private static func encoding(length: Int) -> [UInt8] {
        switch length {
        case ..<0x80: [UInt8(length)]
        case ..<0x100: [0x81, UInt8(length)]
        default: [0x82, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        }
    }
}

/// What a card wants to know of the terminal: tags and lengths without values (EMV Book 3, section 5.4).
struct AskedObjects: Hashable, Sendable {
    private let items: [Item]

    private struct Item: Hashable, Sendable {
        let tag: UInt32
        let length: Int
    }

    init(_ items: KeyValuePairs<UInt32, Int> = [:]) {
        self.items = items.map { Item(tag: $0, length: $1) }
    }

    var isEmpty: Bool { items.isEmpty }

    /// How many bytes of values it asks for.
    var total: Int { items.reduce(0) { $0 + $1.length } }

    var encoded: [UInt8] { items.flatMap { DataObject.encoding(tag: $0.tag) + [UInt8(truncatingIfNeeded: $0.length)] } }

    /// The value of a tag among all that the terminal sent, which must be `total` long; nil for a tag that was not asked for.
    func value(_ tag: UInt32, in values: [UInt8]) -> [UInt8]? {
        var start = 0
        for item in items {
            guard item.tag == tag else {
                start += item.length
                continue
            }
            return Array(values[start..<start + item.length])
        }
        return nil
    }
}
