public import Secrets

/// The objects of one answer, in the order in which they stand.
///
/// All or nothing: one object that runs past its parent makes the whole answer an error. Unknown tags are kept; filler between objects is not.
public struct TLVTree: Sendable {
    /// Objects within objects, at most; a card's own nesting ends at five.
    public static let maximumDepth = 8
    /// Objects in one answer, at most.
    public static let maximumObjects = 256

    /// One object.
    struct Node: Sendable {
        let tag: Tag
        /// The place of its value among the bytes.
        let value: Range<Int>
        /// The index after the last object within this one.
        var subtreeEnd: Int
    }

    private let bytes: SecretBytes
    /// Every object before those within it.
    let nodes: [Node]

    /// Decodes an answer without its status word.
    public init(decoding bytes: SecretBytes) throws(TLVError) {
        self.bytes = bytes
        nodes = try bytes.withUnsafeBytes { (raw) throws(TLVError) in try Self.decode(raw) }
    }

    /// The tags of all objects, every one before those within it.
    public var tags: [Tag] { nodes.map(\.tag) }

    /// The first value of a tag at any depth; an empty one counts as absent.
    public subscript(tag: Tag) -> SecretBytes? {
        first(tag, in: nodes.indices).map { node in withValue(of: node) { SecretBytes($0) } }
    }

    /// As the subscript, for what is no secret.
    func openValue(_ tag: Tag, in part: Range<Int>? = nil) -> [UInt8]? {
        first(tag, in: part ?? nodes.indices).map { node in withValue(of: node) { [UInt8]($0) } }
    }

    /// For each object with the tag the indices of the objects within it.
    func parts(of tag: Tag) -> [Range<Int>] {
        nodes.indices.filter { nodes[$0].tag == tag }.map { $0 + 1..<nodes[$0].subtreeEnd }
    }

    private func first(_ tag: Tag, in part: Range<Int>) -> Node? {
        nodes[part].first { $0.tag == tag && !$0.value.isEmpty }
    }

    private func withValue<Value>(of node: Node, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // What the bytes' owner has wiped in the meantime has no bytes left.
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[node.value.clamped(to: 0..<$0.count)])) }
    }

    /// Without recursion, so that no card decides how much of the stack is used.
    private static func decode(_ bytes: UnsafeRawBufferPointer) throws(TLVError) -> [Node] {
        var nodes: [Node] = []
        var open: [Int] = []
        var cursor = ByteCursor(bytes)
        while true {
            cursor.skipFiller()
            guard !cursor.isAtEnd else {
                guard let closed = open.popLast() else { return nodes }
                nodes[closed].subtreeEnd = nodes.count
                cursor.end = open.last.map { nodes[$0].value.upperBound } ?? bytes.count
                continue
            }
            let start = cursor.offset
            guard let tag = try cursor.tag(), let length = try cursor.length(), length <= cursor.remaining else {
                throw TLVError(kind: open.isEmpty ? .truncated : .overrun, offset: start)
            }
            guard nodes.count < maximumObjects else { throw TLVError(kind: .tooManyObjects, offset: start) }
            nodes.append(Node(tag: tag, value: cursor.offset..<cursor.offset + length, subtreeEnd: nodes.count + 1))
            if tag.isConstructed {
                guard open.count < maximumDepth else { throw TLVError(kind: .tooDeep, offset: start) }
                open.append(nodes.count - 1)
                cursor.end = cursor.offset + length
            } else {
                cursor.skip(length)
            }
        }
    }
}

extension TLVTree: CustomStringConvertible, CustomReflectable {
    /// The number of objects; never their values.
    public var description: String { "<\(nodes.count) objects>" }
    /// Hides the objects from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
