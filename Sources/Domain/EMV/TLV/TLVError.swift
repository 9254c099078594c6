/// Why bytes are not BER-TLV as EMV writes it (EMV Book 3, annex B), and where.
public struct TLVError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The bytes end within an outermost object: what comes over the air was cut, or the card counts wrongly.
        case truncated
        /// An object runs past the end of the one that holds it.
        case overrun
        /// A tag of more than three bytes.
        case tagTooLong
        /// A length "until the end mark", which EMV forbids.
        case indefiniteLength
        /// A length field of another form than one byte, `81` and one, or `82` and two.
        case unsupportedLength
        /// Objects within objects beyond the limit.
        case tooDeep
        /// More objects than any honest answer has.
        case tooManyObjects
    }

    /// What is wrong.
    public let kind: Kind
    /// The place of the offending object's or field's first byte.
    public let offset: Int
}
