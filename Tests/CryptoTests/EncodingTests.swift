import Crypto
import Secrets
import Testing

@Suite("Hexadecimal and base64")
struct EncodingTests {
    private func bytes(_ secret: SecretBytes?) -> [UInt8]? { secret?.withUnsafeBytes { Array($0) } }

    @Test("Hexadecimal is written in lower case and read in either")
    func hexadecimal() {
        #expect(Hex.encode([0x00, 0x09, 0x0A, 0x7F, 0xFF]) == "00090a7fff")
        #expect(Hex.encode([]) == "")
        #expect(Hex.decode("00090a7fff") == [0x00, 0x09, 0x0A, 0x7F, 0xFF])
        #expect(Hex.decode("ABCDEFabcdef".dropFirst(2)) == [0xCD, 0xEF, 0xAB, 0xCD, 0xEF])
        #expect(Hex.decode("") == [])
        let all = (0...255).map { UInt8($0) }
        #expect(Hex.decode(Hex.encode(all)) == all)
        #expect(Hex.decode(Hex.encode(all).uppercased()) == all)
    }

    @Test("What is not hexadecimal is refused", arguments: ["0", "abc", "0g", "g0", "0x", " 00", "00 ", "-1", "+1", "00\n", "\0\0", "٠٠", "００"])
    func notHexadecimal(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test("Of all bytes the digits alone are digits, in either place and wherever they stand")
    func hexadecimalDigits() {
        let digits = Dictionary(uniqueKeysWithValues: zip("0123456789abcdefABCDEF".utf8, [Int](0...15) + [Int](10...15)))
        for byte in UInt8.min...UInt8.max {
            let value = digits[byte].map { UInt8($0) }
            #expect([byte, UInt8(ascii: "7")].withUnsafeBytes { Hex.decode($0) } == value.map { [$0 << 4 | 7] }, "\(byte)")
            #expect([UInt8(ascii: "7"), byte].withUnsafeBytes { Hex.decode($0) } == value.map { [7 << 4 | $0] }, "\(byte)")
        }
        // Long texts take a way of their own through the processor.
        for length in [16, 31, 32, 33, 63, 64, 65] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + 5) }
            let text = Hex.encode(bytes)
            #expect(Hex.decode(text) == bytes)
            for place in 0..<2 * length {
                var wrong = Array(text.utf8)
                wrong[place] = UInt8(ascii: "g")
                #expect(wrong.withUnsafeBytes { Hex.decode($0) } == nil)
            }
        }
    }

    @Test("Hexadecimal is decoded into a buffer of just its size, or not at all")
    func hexadecimalIntoBuffer() {
        func decoded(_ text: String, into count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0xEE, count: count)
            let isDecoded = bytes.withUnsafeMutableBytes { bytes in Array(text.utf8).withUnsafeBytes { Hex.decode($0, into: bytes) } }
            return isDecoded ? bytes : nil
        }
        #expect(decoded("00fF7a", into: 3) == [0x00, 0xFF, 0x7A])
        #expect(decoded("", into: 0) == [])
        for (text, count) in [("00fF7a", 2), ("00fF7a", 4), ("00fF7", 2), ("00fF7", 3), ("", 1), ("0", 0), ("0g", 1), ("g0", 1)] {
            #expect(decoded(text, into: count) == nil)
        }
    }

    /// RFC 4648 section 10, and iFortePay's Basic credential: `printf %s 'MCP2024000001:0x00112233445566778899' | openssl base64 -A`.
    static let base64: [(text: String, encoded: String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ("MCP2024000001:0x00112233445566778899", "TUNQMjAyNDAwMDAwMToweDAwMTEyMjMzNDQ1NTY2Nzc4ODk5"),
    ]

    @Test("Base64 vectors, both ways, of bytes and of secrets", arguments: base64)
    func base64Vectors(_ text: String, _ encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.encode(SecretBytes(utf8: text)) == SecretBytes(utf8: encoded))
        #expect(Base64.decode(encoded) == Array(text.utf8))
        #expect(bytes(Base64.decodeSecret(encoded)) == Array(text.utf8))
    }

    @Test("All bytes at all lengths come back from base64")
    func base64RoundTrip() {
        let all = (0...255).map { UInt8($0) }
        for length in 0...255 {
            let piece = Array(all.suffix(length))
            #expect(Base64.decode(Base64.encode(piece)) == piece)
            #expect(bytes(Base64.decodeSecret(Base64.encode(piece))) == piece)
        }
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    }

    @Test(
        "What is not canonical base64 is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zm8", "Zg===", "=", "==", "====", "A===", "=AAA", "Zg==Zg==", "Zm=v", "Zm9v====", "Zm9v=", "Z===", "Zg= =", " Zg==",
            "Zg==\n",
            "Zm9v\r\nYmFy", "Zm9v YmFy", "Zm-_", "Zm9\0", "Zm9é",
            // The same bytes as Zg== and Zm8=, with bits that would be lost.
            "Zh==", "Zm9=",
        ])
    func notBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.decodeSecret(text) == nil)
    }
}
