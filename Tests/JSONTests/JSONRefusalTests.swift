import JSON
import Secrets
import Testing

/// An input that is not JSON, and what the reader must say of it.
struct Refusal: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let kind: JSONError.Kind
    let offset: Int

    init(_ text: String, _ kind: JSONError.Kind, at offset: Int) {
        self.init(Array(text.utf8), kind, at: offset)
    }

    init(_ bytes: [UInt8], _ kind: JSONError.Kind, at offset: Int) {
        self.bytes = bytes
        self.kind = kind
        self.offset = offset
    }

    /// A string token with these raw bytes in it, of which the one at `offset` is wrong.
    static func inString(_ content: [UInt8], _ kind: JSONError.Kind, at offset: Int) -> Refusal {
        Refusal([0x22] + content + [0x22], kind, at: offset)
    }

    var testDescription: String { "\(String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription): \(kind) at \(offset)" }
}

func failure(parsing bytes: [UInt8], maximumDepth: Int = JSONDocument.standardMaximumDepth, skippingByteOrderMark: Bool = false) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes, maximumDepth: maximumDepth, skippingByteOrderMark: skippingByteOrderMark)
        return nil
    } catch {
        return error
    }
}

@Suite("What is not JSON is refused, by name and place")
struct JSONRefusalTests {
    static let structure: [Refusal] = [
        Refusal("", .empty, at: 0),
        Refusal(" \r\n\t", .empty, at: 4),
        Refusal("{", .cutShort, at: 1),
        Refusal("[", .cutShort, at: 1),
        Refusal("[1", .cutShort, at: 2),
        Refusal("[1,", .cutShort, at: 3),
        Refusal("{\"a\"", .cutShort, at: 4),
        Refusal("{\"a\":", .cutShort, at: 5),
        Refusal("{\"a\":1,", .cutShort, at: 7),
        Refusal("{\"a\":[1]", .cutShort, at: 8),
        Refusal("[1,]", .trailingComma, at: 2),
        Refusal("[1 , ]", .trailingComma, at: 3),
        Refusal("{\"a\":1,}", .trailingComma, at: 6),
        Refusal("{\"a\":1 ,\n}", .trailingComma, at: 7),
        Refusal("[,1]", .valueExpected, at: 1),
        Refusal("[1,,2]", .valueExpected, at: 3),
        Refusal("{,}", .nameExpected, at: 1),
        Refusal("{\"a\":1,,}", .nameExpected, at: 7),
        Refusal("{1:2}", .nameExpected, at: 1),
        Refusal("{'a':1}", .nameExpected, at: 1),
        Refusal("{a:1}", .nameExpected, at: 1),
        Refusal("{\"a\" 1}", .colonExpected, at: 5),
        Refusal("{\"a\"}", .colonExpected, at: 4),
        Refusal("{\"a\"=1}", .colonExpected, at: 4),
        Refusal("{\"a\":}", .valueExpected, at: 5),
        Refusal("{\"a\"::1}", .valueExpected, at: 5),
        Refusal("[1 2]", .commaOrEndExpected, at: 3),
        Refusal("[\"a\":1]", .commaOrEndExpected, at: 4),
        Refusal("[1}", .commaOrEndExpected, at: 2),
        Refusal("{\"a\":1]", .commaOrEndExpected, at: 6),
        Refusal("{\"a\":1;\"b\":2}", .commaOrEndExpected, at: 6),
        Refusal("]", .valueExpected, at: 0),
        Refusal("['a']", .valueExpected, at: 1),
        Refusal("{}}", .trailingContent, at: 2),
        Refusal("{} {}", .trailingContent, at: 3),
        Refusal("1 2", .trailingContent, at: 2),
        Refusal("{}\0", .trailingContent, at: 2),
        Refusal("{}\u{FEFF}", .trailingContent, at: 2),
        Refusal("// x\n{}", .comment, at: 0),
        Refusal("{/* x */}", .comment, at: 1),
        Refusal("{\"a\"/**/:1}", .comment, at: 4),
        Refusal("[1/* x */]", .comment, at: 2),
        Refusal("[1,//\n2]", .comment, at: 3),
        Refusal("{}//", .comment, at: 2),
        // White space is space, tab, LF and CR only.
        Refusal("[\u{0B}1]", .valueExpected, at: 1),
        Refusal("[\u{A0}1]", .valueExpected, at: 1),
        Refusal("[1\u{0C}]", .commaOrEndExpected, at: 2),
    ]

    static let words: [Refusal] = [
        Refusal("NaN", .unknownWord, at: 0),
        Refusal("Infinity", .unknownWord, at: 0),
        Refusal("{\"amount\":NaN}", .unknownWord, at: 10),
        Refusal("undefined", .unknownWord, at: 0),
        Refusal("True", .unknownWord, at: 0),
        Refusal("nul]", .unknownWord, at: 0),
        Refusal("[trUe]", .unknownWord, at: 1),
        Refusal("tru", .cutShort, at: 3),
        Refusal("[fals", .cutShort, at: 5),
        Refusal("nulll", .trailingContent, at: 4),
        Refusal("[truefalse]", .commaOrEndExpected, at: 5),
    ]

    static let numbers: [Refusal] = [
        Refusal("01", .leadingZero, at: 0),
        Refusal("-01", .leadingZero, at: 1),
        Refusal("[00]", .leadingZero, at: 1),
        Refusal("+1", .malformedNumber, at: 0),
        Refusal(".5", .malformedNumber, at: 0),
        Refusal("[1.]", .malformedNumber, at: 3),
        Refusal("1.e5", .malformedNumber, at: 2),
        Refusal("-", .cutShort, at: 1),
        Refusal("1.", .cutShort, at: 2),
        Refusal("1e", .cutShort, at: 2),
        Refusal("1e+", .cutShort, at: 3),
        Refusal("[-]", .malformedNumber, at: 2),
        Refusal("-Infinity", .malformedNumber, at: 1),
        Refusal("--1", .malformedNumber, at: 1),
        Refusal("[1e]", .malformedNumber, at: 3),
        Refusal("[1e+-1]", .malformedNumber, at: 4),
        Refusal("0x10", .trailingContent, at: 1),
        Refusal("1.2.3", .trailingContent, at: 3),
        Refusal("150,000", .trailingContent, at: 3),
        Refusal("[150_000]", .commaOrEndExpected, at: 4),
        Refusal("１", .valueExpected, at: 0),
    ]

    static let strings: [Refusal] = [
        Refusal("\"", .cutShort, at: 1),
        Refusal("\"abc", .cutShort, at: 4),
        Refusal("\"abcdefghijk", .cutShort, at: 12),
        Refusal("\"a\\", .cutShort, at: 3),
        Refusal("\"\\u", .cutShort, at: 3),
        Refusal("\"\\u12", .cutShort, at: 5),
        Refusal("\"\\uD83D", .cutShort, at: 7),
        Refusal("\"\\uD83D\\", .cutShort, at: 8),
        Refusal("\"\\uD83D\\uDE", .cutShort, at: 11),
        Refusal("\"a\nb\"", .controlCharacter, at: 2),
        Refusal("\"a\tb\"", .controlCharacter, at: 2),
        Refusal("\"a\0bcd\"", .controlCharacter, at: 2),
        // Not UTF-16, although the second byte is zero.
        Refusal("\"\0abc\"", .controlCharacter, at: 1),
        Refusal("\"12345678\u{1F}12345678\"", .controlCharacter, at: 9),
        Refusal("\"\\x41\"", .unknownEscape, at: 1),
        Refusal("\"\\'\"", .unknownEscape, at: 1),
        Refusal("\"ab\\0\"", .unknownEscape, at: 3),
        Refusal("\"\\U0041\"", .unknownEscape, at: 1),
        Refusal("\"\\u00G0\"", .unknownEscape, at: 1),
        Refusal("\"\\u+123\"", .unknownEscape, at: 1),
        Refusal("\"\\u12\"", .unknownEscape, at: 1),
        Refusal("\"\\uDC00\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD800\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD800x\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD800\\n\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD800\\u0041\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD800\\uD800\"", .loneSurrogate, at: 1),
        Refusal("\"\\uDE00\\uD83D\"", .loneSurrogate, at: 1),
        Refusal("\"\\uD83D\\u00G0\"", .unknownEscape, at: 7),
        Refusal("{\"\\uDC00\":1}", .loneSurrogate, at: 2),
    ]

    static let utf8: [Refusal] = [
        // A stray continuation byte, and bytes that UTF-8 never has.
        .inString([0x80], .illFormedUTF8, at: 1),
        .inString([0x61, 0xBF], .illFormedUTF8, at: 2),
        .inString([0xFF], .illFormedUTF8, at: 1),
        .inString([0xF5, 0x80, 0x80, 0x80], .illFormedUTF8, at: 1),
        // Overlong forms of '/', U+07FF and U+FFFF.
        .inString([0xC0, 0xAF], .illFormedUTF8, at: 1),
        .inString([0xC1, 0xBF], .illFormedUTF8, at: 1),
        .inString([0xE0, 0x9F, 0xBF], .illFormedUTF8, at: 1),
        .inString([0xF0, 0x8F, 0xBF, 0xBF], .illFormedUTF8, at: 1),
        // U+D800 and U+DFFF, encoded.
        .inString([0xED, 0xA0, 0x80], .illFormedUTF8, at: 1),
        .inString([0xED, 0xBF, 0xBF], .illFormedUTF8, at: 1),
        // U+110000.
        .inString([0xF4, 0x90, 0x80, 0x80], .illFormedUTF8, at: 1),
        // Sequences that another character interrupts.
        .inString([0xC3, 0x28], .illFormedUTF8, at: 1),
        .inString([0xE2, 0x82, 0x28], .illFormedUTF8, at: 1),
        .inString([0xF0, 0x9F, 0x98, 0x28], .illFormedUTF8, at: 1),
        .inString([0xE2, 0x82], .illFormedUTF8, at: 1),
        // Right as far as they go.
        Refusal([0x22, 0xC3], .cutShort, at: 2),
        Refusal([0x22, 0xE2, 0x82], .cutShort, at: 3),
        Refusal([0x22, 0xF0, 0x9F, 0x98], .cutShort, at: 4),
    ]

    static let encodings: [Refusal] = [
        Refusal("\u{FEFF}{}", .byteOrderMark, at: 0),
        Refusal([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .utf16, at: 0),
        Refusal([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], .utf16, at: 0),
        Refusal([0x7B, 0x00, 0x7D, 0x00], .utf16, at: 0),
        Refusal([0x00, 0x7B, 0x00, 0x7D], .utf16, at: 0),
        Refusal([0x31, 0x00], .utf16, at: 0),
        Refusal([0xFF, 0xFE, 0x00, 0x00, 0x7B, 0x00, 0x00, 0x00], .utf32, at: 0),
        Refusal([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x7B], .utf32, at: 0),
        Refusal([0x7B, 0x00, 0x00, 0x00, 0x7D, 0x00, 0x00, 0x00], .utf32, at: 0),
        Refusal([0x00, 0x00, 0x00, 0x7B, 0x00, 0x00, 0x00, 0x7D], .utf32, at: 0),
        Refusal([0x00], .valueExpected, at: 0),
        Refusal([0x00, 0x00, 0x00, 0x00], .valueExpected, at: 0),
        Refusal([0xEF, 0xBB], .valueExpected, at: 0),
    ]

    @Test("Each refusal has its kind and offset", arguments: structure + words + numbers + strings + utf8 + encodings)
    func refusal(_ refusal: Refusal) {
        let error = failure(parsing: refusal.bytes)
        #expect(error?.kind == refusal.kind)
        #expect(error?.offset == refusal.offset)
        let secretError = #expect(throws: JSONError.self) { try JSONDocument(parsing: SecretBytes(refusal.bytes)) }
        #expect(secretError == error)
    }

    @Test("Each kind of refusal but the size has an example here, and a text of its own")
    func everyKindIsTested() {
        let tested = Set((Self.structure + Self.words + Self.numbers + Self.strings + Self.utf8 + Self.encodings).map(\.kind))
        #expect(Set(JSONError.Kind.allCases).subtracting(tested) == [.tooDeep, .tooLarge])
        #expect(Set(JSONError.Kind.allCases.map(\.explanation)).count == JSONError.Kind.allCases.count)
    }

    @Test(
        "Line and column count from 1, in scalars, over LF, CR and CR LF",
        arguments: [
            ("?", 1, 1), ("[\n?]", 2, 1), ("[\r\n  ?]", 2, 3), ("[\r?]", 2, 1), ("[\n\r?]", 3, 1), ("[\"é😀\",?]", 1, 7), ("[1,\n 2,\n\n  ?", 4, 3),
        ])
    func place(_ text: String, _ line: Int, _ column: Int) {
        let error = failure(parsing: Array(text.utf8))
        #expect(error?.kind == .valueExpected)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("A description holds rule and place and nothing of the input")
    func descriptionHidesInput() {
        let error = failure(parsing: Array("{\"cardNumber\":\"4111111111111111\",\n\"cardCvn\":x}".utf8))
        #expect(error.map { "\($0)" } == "a word other than true, false and null stands outside of quotes, at byte 44 (line 2, column 11)")
    }

    @Test("One byte order mark is skipped where that is asked for, and counted; a second one is refused")
    func byteOrderMark() throws {
        let document = try JSONDocument(parsing: Array("\u{FEFF} {\"a\":1}".utf8), skippingByteOrderMark: true)
        #expect(document.root.byteRange == 4..<11)
        #expect(document.root["a"]?.integer == 1)
        let twice = failure(parsing: Array("\u{FEFF}\u{FEFF}{}".utf8), skippingByteOrderMark: true)
        #expect(twice?.kind == .byteOrderMark)
        #expect(twice?.offset == 3)
        #expect(failure(parsing: Array("\u{FEFF}".utf8), skippingByteOrderMark: true)?.kind == .empty)
        #expect(failure(parsing: [0x7B, 0x00, 0x7D, 0x00], skippingByteOrderMark: true)?.kind == .utf16)
    }
}
