extension JSONValue {
    /// A number's exact value when it is a whole one that fits: `150000`, `150000.00` and `1.5e5` are the same, `-0` is 0. Nil for `150000.5`, for
    /// anything beyond 64 bits (nothing is rounded) and for another kind.
    public var integer: Int64? {
        let node = node
        guard node.kind == .number else { return nil }
        return tree.withBytes { bytes in ExactInteger.value(of: node.range, in: bytes) }
    }

    /// A number as it is written; nil for another kind.
    public var numberText: String? {
        let node = node
        guard node.kind == .number else { return nil }
        return tree.withBytes { bytes in String(decoding: bytes[node.range], as: UTF8.self) }
    }
}
