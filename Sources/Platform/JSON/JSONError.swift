/// Why bytes are not a JSON document, and where. Nothing of the input stands in it: it may be logged and sent.
public struct JSONError: Error, Hashable, Sendable {
    /// The rule that was broken.
    public let kind: Kind
    /// The first byte that breaks it, from 0; the number of bytes where they end too early.
    public let offset: Int
    /// The line of that byte, from 1. LF, CR and CR LF end a line.
    public let line: Int
    /// The place in the line, from 1, counted in Unicode scalars.
    public let column: Int

    /// What can be wrong, by RFC 8259.
    public enum Kind: String, CaseIterable, Sendable {
        /// No bytes, or white space only.
        case empty
        /// The bytes end inside the document.
        case cutShort
        /// A UTF-8 byte order mark in front (RFC 8259 section 8.1 forbids senders to add one).
        case byteOrderMark
        /// The text is UTF-16; only UTF-8 is JSON between systems (section 8.1).
        case utf16
        /// The text is UTF-32.
        case utf32
        /// A byte sequence that is not well-formed UTF-8: overlong, an encoded surrogate, beyond U+10FFFF, or a stray byte. The offset is its start.
        case illFormedUTF8
        /// More than white space after the document.
        case trailingContent
        /// Arrays and objects within each other beyond the limit.
        case tooDeep
        /// More bytes than the reader's offsets can name (4 GiB).
        case tooLarge
        /// A comma with no element or member after it.
        case trailingComma
        /// `//`, `/*` or a lone slash: JSON has no comments.
        case comment
        /// No value where one must stand.
        case valueExpected
        /// No string where a member's name must stand.
        case nameExpected
        /// No colon after a member's name.
        case colonExpected
        /// Neither a comma nor the closing bracket after an element or member.
        case commaOrEndExpected
        /// A word other than `true`, `false` and `null`; `NaN` and `Infinity` too.
        case unknownWord
        /// A number that begins with a zero and has more digits before the point.
        case leadingZero
        /// A sign, point or exponent without the digits it needs, or a number that begins with a plus sign or a point.
        case malformedNumber
        /// A raw control character in a string (section 7: they must be escaped).
        case controlCharacter
        /// A backslash with something after it that section 7 does not list. The offset is the backslash's.
        case unknownEscape
        /// An escaped surrogate without its other half. The offset is its backslash's.
        case loneSurrogate
    }

    init(_ kind: Kind, at offset: Int, in bytes: ByteView) {
        self.kind = kind
        self.offset = offset
        (line, column) = Self.place(of: offset, in: bytes)
    }

    private static func place(of offset: Int, in bytes: ByteView) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            if byte == ASCII.lineFeed || (byte == ASCII.carriageReturn && (index + 1 >= bytes.count || bytes[index + 1] != ASCII.lineFeed)) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}

extension JSONError: CustomStringConvertible {
    /// Rule and place, without a byte of the input.
    public var description: String { "\(kind.explanation), at byte \(offset) (line \(line), column \(column))" }
}

extension JSONError.Kind {
    /// The rule in words.
    public var explanation: String {
        switch self {
        case .empty: "there is no JSON, only nothing or white space"
        case .cutShort: "the JSON is cut short"
        case .byteOrderMark: "a byte order mark stands before the JSON"
        case .utf16: "the text is UTF-16 and JSON must be UTF-8"
        case .utf32: "the text is UTF-32 and JSON must be UTF-8"
        case .illFormedUTF8: "the bytes are not well-formed UTF-8"
        case .trailingContent: "something follows after the end of the JSON"
        case .tooDeep: "arrays and objects are nested too deeply"
        case .tooLarge: "the JSON is too large"
        case .trailingComma: "nothing follows after a comma"
        case .comment: "JSON has no comments"
        case .valueExpected: "a value is missing"
        case .nameExpected: "a member's name, in double quotes, is missing"
        case .colonExpected: "a colon after a member's name is missing"
        case .commaOrEndExpected: "a comma or a closing bracket is missing"
        case .unknownWord: "a word other than true, false and null stands outside of quotes"
        case .leadingZero: "a number begins with a superfluous zero"
        case .malformedNumber: "a number is malformed"
        case .controlCharacter: "a control character stands unescaped in a string"
        case .unknownEscape: "a backslash in a string is followed by what is no escape"
        case .loneSurrogate: "an escaped surrogate lacks its other half"
        }
    }
}
