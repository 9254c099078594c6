/// What a card asks for: tags and lengths without values (EMV Book 3, section 5.4).
///
/// A list and no dictionary: real cards ask for the date twice, and want it twice.
public struct DataObjectList: Hashable, Sendable {
    /// One object asked for.
    struct Entry: Hashable, Sendable {
        let tag: Tag
        let length: Int
    }

    /// More does not fit into a short command beside its template.
    static let maximumTotal = 252

    /// Why a list cannot be filled.
    public enum Fault: Error, Hashable, Sendable {
        /// Its own coding is wrong or cut short.
        case malformed(TLVError)
        /// It asks for more bytes than a command can carry.
        case tooLong
    }

    let entries: [Entry]

    /// Decodes the value of tag 9F38.
    public init(decoding bytes: [UInt8]) throws(Fault) {
        do throws(TLVError) {
            entries = try bytes.withUnsafeBufferPointer { (bytes) throws(TLVError) in try Self.entries(in: UnsafeRawBufferPointer(bytes)) }
        } catch {
            throw .malformed(error)
        }
        guard entries.reduce(0, { $0 + $1.length }) <= Self.maximumTotal else { throw .tooLong }
    }

    func asks(for tag: Tag) -> Bool { entries.contains { $0.tag == tag } }

    private static func entries(in bytes: UnsafeRawBufferPointer) throws(TLVError) -> [Entry] {
        var entries: [Entry] = []
        var cursor = ByteCursor(bytes)
        while !cursor.isAtEnd {
            let start = cursor.offset
            // One byte, whatever its value: there are no long forms in a list.
            guard let tag = try cursor.tag(), let length = cursor.next() else { throw TLVError(kind: .truncated, offset: start) }
            entries.append(Entry(tag: tag, length: Int(length)))
        }
        return entries
    }
}
