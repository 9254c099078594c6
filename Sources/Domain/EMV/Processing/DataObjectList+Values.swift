extension DataObjectList {
    /// The values for a list, in its order and of exactly its length, which no other code can make longer than a command.
    struct Values: Hashable, Sendable {
        /// For a card that asks for nothing, or whose list cannot be read.
        static let none = Values(bytes: [])

        let bytes: [UInt8]

        fileprivate init(bytes: [UInt8]) {
            self.bytes = bytes
        }
    }

    /// The longest length in one byte of BER: no object that a terminal has is longer.
    private static let longest = 0x7F

    /// Fills every entry, the ones that ask twice twice, and those that nobody knows or can mean with zeros.
    func values(_ value: (Tag) -> TerminalValue?) -> Values {
        Values(
            bytes: entries.flatMap { entry in
                guard !entry.tag.isConstructed, entry.length <= Self.longest, let value = value(entry.tag) else {
                    return [UInt8](repeating: 0, count: entry.length)
                }
                return value.bytes(fitting: entry.length)
            })
    }
}
