/// One token of a parsed document, in 16 bytes. The nodes of a document stand in its order: a container before its content, a member's name before
/// its value.
struct Node {
    enum Kind: UInt8 {
        case object, array, string, number, `true`, `false`, null
    }

    /// Where the token begins and, exclusively, ends in the document; a string's quotes and a container's brackets included.
    let start: UInt32
    var end: UInt32
    /// The index of the first node that is not part of this one. While a container is open: the container around it, or `none`.
    var next: UInt32
    let kind: Kind
    /// A string with at least one backslash.
    let hasEscapes: Bool

    static let none = UInt32.max

    var range: Range<Int> { Int(start)..<Int(end) }
    /// A string without its quotes.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
