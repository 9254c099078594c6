extension JSONValue {
    /// An object's members in their order, a name given twice included; the name is a value of kind string. Empty for another kind.
    public var members: [(name: JSONValue, value: JSONValue)] {
        var members: [(name: JSONValue, value: JSONValue)] = []
        forEachMember { name in
            members.append((JSONValue(tree: tree, index: name), JSONValue(tree: tree, index: name + 1)))
            return true
        }
        return members
    }

    /// An array's elements in their order. Empty for another kind.
    public var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        var elements: [JSONValue] = []
        var child = index + 1
        while child < node.next {
            elements.append(JSONValue(tree: tree, index: child))
            child = Int(tree.nodes[child].next)
        }
        return elements
    }

    /// The value of the first member with this name, compared after unescaping. Whoever must know whether there is another one asks
    /// `hasDuplicateNames` or `values(named:)`.
    public subscript(name: String) -> JSONValue? {
        var found: Int?
        forEachMember(named: name) { member in
            found = member
            return false
        }
        return found.map { JSONValue(tree: tree, index: $0 + 1) }
    }

    /// The values of all members with this name, in their order.
    public func values(named name: String) -> [JSONValue] {
        var values: [JSONValue] = []
        forEachMember(named: name) { member in
            values.append(JSONValue(tree: tree, index: member + 1))
            return true
        }
        return values
    }

    /// Calls `body` with the index of each member's name until it answers false. A member's value is the node after its name.
    func forEachMember(_ body: (Int) -> Bool) {
        let node = node
        guard node.kind == .object else { return }
        var name = index + 1
        while name < node.next, body(name) {
            name = Int(tree.nodes[name + 1].next)
        }
    }

    /// The same for each member of that name.
    @inline(__always)
    private func forEachMember(named name: String, _ body: (Int) -> Bool) {
        name.withUTF8Bytes { wanted in
            tree.withBytes { bytes in
                forEachMember { Self.content(of: tree.nodes[$0], in: bytes, equals: wanted) ? body($0) : true }
            }
        }
    }
}
