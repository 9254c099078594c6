/// A value in a document: a view that knows its place. Copying it copies no bytes.
public struct JSONValue: Sendable {
    /// The kinds of value that JSON has.
    public enum Kind: Sendable {
        /// Members in braces.
        case object
        /// Elements in brackets.
        case array
        /// Text in quotes.
        case string
        /// Decimal digits.
        case number
        /// `true` or `false`.
        case bool
        /// `null`.
        case null
    }

    let tree: Tree
    let index: Int

    var node: Node { tree.nodes[index] }

    /// What it is.
    public var kind: Kind {
        switch node.kind {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .true, .false: .bool
        case .null: .null
        }
    }

    /// Its bytes' place in the document, from the first to the last: quotes and brackets included, white space around it not.
    public var byteRange: Range<Int> { node.range }

    /// Its exact bytes, in a copy.
    public var rawBytes: [UInt8] {
        withRawBytes { Array($0) } ?? []
    }

    /// Lends its exact bytes; nil when they were wiped.
    ///
    /// Inlinable, so that lending does not go by way of the general form of whatever `body` answers.
    @inlinable
    public func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var result: Result?
        lendRawBytes { result = body($0) }
        return result
    }

    @usableFromInline
    func lendRawBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        let range = byteRange
        tree.withBytes { body($0[range]) }
    }

    /// Whether it is `null`.
    public var isNull: Bool { node.kind == .null }

    /// The value of `true` or `false`; nil for another kind.
    public var bool: Bool? {
        switch node.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }
}

extension JSONValue: CustomStringConvertible, CustomReflectable {
    /// Kind and place, nothing of the content.
    public var description: String { "<JSON \(kind), bytes \(byteRange.lowerBound)..<\(byteRange.upperBound)>" }
    /// Hides the content from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
