/// The items of a target's query, decoded, in order.
public struct QueryItems: Sendable {
    /// `name=value`; a name without `=` has an empty value.
    public struct Item: Hashable, Sendable {
        /// Percent-decoded, `+` read as a space.
        public let name: String
        /// Percent-decoded, `+` read as a space.
        public let value: String
    }

    /// All of them, also those that share a name.
    public let items: [Item]

    /// The value of the first item with this name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// The values of all items with this name.
    public func values(named name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// The head's parser let only well-formed encodings pass, and only such as decode to UTF-8.
    init(_ query: UnsafeRawBufferPointer) {
        items = query.split(separator: UInt8(ascii: "&")).compactMap { part in
            let part = UnsafeRawBufferPointer(rebasing: part)
            let equals = part.firstIndex(of: UInt8(ascii: "="), from: 0) ?? part.count
            guard let name = PercentEncoding.decode(part.slice(0..<equals), plusIsSpace: true),
                let value = PercentEncoding.decode(part.slice(min(equals + 1, part.count)..<part.count), plusIsSpace: true)
            else { return nil }
            return Item(name: name, value: value)
        }
    }
}
