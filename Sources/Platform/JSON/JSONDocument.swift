public import Secrets

/// A JSON text (RFC 8259), read strictly: one value in UTF-8, nothing that the grammar does not have, and no repair of anything.
///
/// The document keeps the bytes it was parsed from, without a copy; every value in it is a view of them. When they are `SecretBytes` and get wiped,
/// the views have no content any more: texts and numbers become nil, exact bytes empty.
public struct JSONDocument: Sendable {
    /// How deep arrays and objects may stand in each other unless a caller says otherwise: `[[]]` is 2 deep.
    public static let standardMaximumDepth = 64

    private let tree: Tree

    /// Reads bytes that may hold card data or keys.
    ///
    /// - Parameter skippingByteOrderMark: one UTF-8 byte order mark in front is passed over instead of refused; offsets still count it.
    public init(parsing bytes: SecretBytes, maximumDepth: Int = standardMaximumDepth, skippingByteOrderMark: Bool = false) throws(JSONError) {
        tree = try Tree(parsing: bytes, options: .init(maximumDepth: maximumDepth, skipsByteOrderMark: skippingByteOrderMark))
    }

    /// Reads bytes that hold no secret, such as a provider's answer.
    public init(parsing bytes: [UInt8], maximumDepth: Int = standardMaximumDepth, skippingByteOrderMark: Bool = false) throws(JSONError) {
        tree = try Tree(parsing: bytes, options: .init(maximumDepth: maximumDepth, skipsByteOrderMark: skippingByteOrderMark))
    }

    /// The value that the document is.
    public var root: JSONValue { JSONValue(tree: tree, index: 0) }
}

extension JSONDocument: CustomStringConvertible, CustomReflectable {
    /// Kind and length of the root, nothing of its content.
    public var description: String { root.description }
    /// Hides the bytes from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
