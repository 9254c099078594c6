import JSON
import Secrets
import Testing

@Suite("Strings")
struct JSONStringTests {
    static let pairs: [(json: String, text: String)] = [
        (#""""#, ""),
        (#""plain""#, "plain"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u00E9\u20AC""#, "Aéé€"),
        (#""\uD83D\uDE00 \ud83d\ude00""#, "😀 😀"),
        (#""\uDBFF\uDFFF\uD800\uDC00""#, "\u{10FFFF}\u{10000}"),
        (#""\u0000x\u0000""#, "\0x\0"),
        (#""\u007F\uD7FF\uE000\uFFFF""#, "\u{7F}\u{D7FF}\u{E000}\u{FFFF}"),
        ("\"\u{7F} é € 😀 \u{7FF}\u{800}\u{FFFF}\u{10FFFF}\"", "\u{7F} é € 😀 \u{7FF}\u{800}\u{FFFF}\u{10FFFF}"),
        (#""Siti Nurhaliza \u2013 12345678901234567890\\""#, "Siti Nurhaliza – 12345678901234567890\\"),
        (#""\\u0041""#, "\\u0041"),
    ]

    @Test("The three ways to read a string agree", arguments: pairs)
    func unescaping(_ json: String, _ text: String) throws {
        let value = try parse(json)
        #expect(value.string == text)
        #expect(value.string?.utf8.elementsEqual(text.utf8) == true)
        #expect(value.secretString == SecretBytes(utf8: text))
        #expect(value.withUnescapedBytes { Array($0) } == Array(text.utf8))
        #expect(value.isString(text))
        #expect(!value.isString(text + "x"))
        #expect(!value.isString(String(text.dropLast()) + "ÿ"))
    }

    @Test("Equality is of bytes, not of looks")
    func noNormalisation() throws {
        // "é" in one scalar and in two: equal for Swift's String, different names for JSON.
        let value = try parse("\"\u{E9}\"")
        #expect(value.isString("\u{E9}"))
        #expect(!value.isString("e\u{301}"))
    }

    @Test("A quote, a backslash, a control character and a multi-byte character are seen at each place of a word", arguments: 0..<24)
    func specialAtEachOffset(_ offset: Int) throws {
        let before = String(repeating: "x", count: offset)
        let after = String(repeating: "y", count: 24 - offset)
        #expect(try parse("\"\(before)\"").string == before)
        #expect(try parse("\"\(before)\\n\(after)\"").string == "\(before)\n\(after)")
        #expect(try parse("\"\(before)é\(after)\"").string == "\(before)é\(after)")
        #expect(failure(parsing: Array("\"\(before)\u{1}\(after)\"".utf8))?.offset == offset + 1)
        // These sit just beyond the limits of what is special.
        #expect(try parse("\"\(before) !#[]\u{7F}\(after)\"").string == "\(before) !#[]\u{7F}\(after)")
    }

    @Test("Scalars of every length come back from their escapes and from their UTF-8")
    func scalars() throws {
        let values = Array(0x20..<0x900) + Array(0xD7F0..<0xE010) + Array(stride(from: 0x900, through: 0x10FFFF, by: 97)) + [0x10FFFF]
        let scalars = values.compactMap { Unicode.Scalar(UInt32($0)) }
        var expected = String.UnicodeScalarView()
        var escaped = ""
        var raw = ""
        for scalar in scalars {
            expected.append(scalar)
            escaped += String(scalar).utf16.map(escape).joined()
            raw += scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
        #expect(try parse("\"\(escaped)\"").isString(String(expected)))
        #expect(try parse("\"\(raw)\"").isString(String(expected)))
    }

    private func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
