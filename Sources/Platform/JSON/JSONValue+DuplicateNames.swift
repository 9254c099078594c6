extension JSONValue {
    /// Up to so many members are compared pair by pair, which needs no memory; more go through a table of hashes.
    private static let pairwiseLimit = 8

    /// Whether two members of this object have the same name after unescaping; not about objects inside it. Linear in its members, also for names
    /// chosen to collide: the hash is seeded anew in each process.
    public var hasDuplicateNames: Bool {
        var names: [Int] = []
        forEachMember { name in
            names.append(name)
            return true
        }
        return tree.withBytes { bytes in
            let views = names.lazy.map { NameView(bytes: bytes, node: tree.nodes[$0]) }
            if names.count <= Self.pairwiseLimit {
                return names.indices.contains { later in views[..<later].contains(views[later]) }
            }
            var seen = Set<NameView>(minimumCapacity: names.count)
            return views.contains { !seen.insert($0).inserted }
        } ?? false
    }
}

/// A name by its content, as lent bytes: hashed and compared without unescaping it into memory.
private struct NameView: Hashable {
    let bytes: ByteView
    let node: Node

    static func == (left: NameView, right: NameView) -> Bool {
        if !right.node.hasEscapes {
            return JSONValue.content(of: left.node, in: left.bytes, equals: right.bytes[right.node.content])
        }
        return UnescapedBytes(left.bytes, left.node.content).elementsEqual(UnescapedBytes(right.bytes, right.node.content))
    }

    func hash(into hasher: inout Hasher) {
        for byte in UnescapedBytes(bytes, node.content) { hasher.combine(byte) }
    }
}
