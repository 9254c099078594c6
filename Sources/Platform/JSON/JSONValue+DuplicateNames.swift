extension JSONValue {
    /// Up to so many members are compared pair by pair, which needs no memory; more go through a table of hashes.
    private static let pairwiseLimit = 8

    /// Whether two members of this object have the same name after unescaping; not about objects inside it. Linear in its members, also for names
    /// chosen to collide: the hash is seeded anew in each process.
    public var hasDuplicateNames: Bool {
        var count = 0
        forEachMember { _ in
            count += 1
            return true
        }
        return tree.withBytes { bytes in
            if count <= Self.pairwiseLimit { return hasEqualPair(in: bytes) }
            var seen = Set<NameView>(minimumCapacity: count)
            return containsMember { !seen.insert(NameView(bytes: bytes, node: tree.nodes[$0])).inserted }
        } ?? false
    }

    private func hasEqualPair(in bytes: ByteView) -> Bool {
        containsMember { later in
            let name = NameView(bytes: bytes, node: tree.nodes[later])
            return containsMember { $0 < later && NameView(bytes: bytes, node: tree.nodes[$0]) == name }
        }
    }

    private func containsMember(_ isWanted: (Int) -> Bool) -> Bool {
        var isFound = false
        forEachMember { name in
            isFound = isWanted(name)
            return !isFound
        }
        return isFound
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
