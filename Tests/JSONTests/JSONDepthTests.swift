import JSON
import Testing

@Suite("Depth is bounded and costs no stack")
struct JSONDepthTests {
    private func nested(_ depth: Int, opening: String = "[", closing: String = "]") -> [UInt8] {
        Array(String(repeating: opening, count: depth).utf8) + Array(String(repeating: closing, count: depth).utf8)
    }

    @Test("64 levels are read, the 65th is refused at its bracket")
    func standardLimit() throws {
        #expect(failure(parsing: nested(64)) == nil)
        let error = failure(parsing: nested(65))
        #expect(error?.kind == .tooDeep)
        #expect(error?.offset == 64)
        let objects = failure(parsing: nested(65, opening: "{\"a\":", closing: "}"))
        #expect(objects?.kind == .tooDeep)
        #expect(objects?.offset == 64 * 5)
    }

    @Test("Siblings do not add to the depth")
    func siblings() {
        #expect(failure(parsing: Array("[[],[[]],[{\"a\":[]}],[]]".utf8), maximumDepth: 4) == nil)
        #expect(failure(parsing: Array("[[],[[]],[{\"a\":[]}],[]]".utf8), maximumDepth: 3)?.kind == .tooDeep)
        #expect(failure(parsing: Array("[]".utf8), maximumDepth: 0)?.kind == .tooDeep)
        #expect(failure(parsing: Array("1".utf8), maximumDepth: 0) == nil)
    }

    @Test("Ten thousand and a million levels are an error, and with a higher limit a document", arguments: [10_000, 1_000_000])
    func hostileDepth(_ depth: Int) throws {
        #expect(failure(parsing: nested(depth))?.kind == .tooDeep)
        #expect(failure(parsing: nested(depth, opening: "{\"a\":", closing: "}"))?.kind == .tooDeep)
        #expect(failure(parsing: Array(repeating: UInt8(ascii: "["), count: depth), maximumDepth: .max)?.kind == .cutShort)
        let document = try JSONDocument(parsing: nested(depth), maximumDepth: depth)
        #expect(document.root.byteRange == 0..<2 * depth)
        #expect(document.root.elements.count == 1)
        #expect(document.root.minified().count == 2 * depth)
    }
}
