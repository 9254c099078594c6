import Secrets
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
    struct Card {
        let number: SecretBytes
        let cvv: SecretBytes?
    }

    private let secret = SecretBytes(utf8: "4111111111111111")

    private func bytes(of secret: SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

    @Test("No way of printing shows them, alone or inside something")
    func printing() {
        let card = Card(number: secret, cvv: SecretBytes(utf8: "737"))
        var dumped = ""
        dump(card, to: &dumped)
        dump(secret, to: &dumped)
        dump([secret], to: &dumped)
        let texts = [
            "\(secret)", "\(Optional(secret) as Any)", String(describing: secret), String(reflecting: secret), "\(card)", String(reflecting: card),
            "\([secret])", "\(["a": secret])", dumped,
        ]
        for text in texts {
            #expect(text.contains("<secret>"))
            #expect(!text.contains("4111"))
            #expect(!text.contains("737"))
            // The bytes of '1' and '7' in decimal, as an array would show them.
            #expect(!text.contains("49"))
            #expect(!text.contains("55"))
            #expect(!text.contains("0x"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("Wiping one copy wipes all, and can be repeated")
    func wiping() {
        let copy = secret
        #expect(copy.count == 16)
        secret.wipe()
        secret.wipe()
        #expect(copy.isEmpty)
        #expect(bytes(of: copy).isEmpty)
        #expect(copy == SecretBytes([]))
    }

    @Test("Wiping overwrites the memory, not only the length")
    func wipingOverwrites() {
        secret.withUnsafeBytes { lent in
            secret.wipe()
            // Still the buffer's memory: a copy of the value is alive.
            #expect(Array(lent) == Array(repeating: 0, count: 16))
        }
        #expect(secret.isEmpty)
    }

    @Test("Equality is of content")
    func equality() {
        #expect(secret == SecretBytes(Array("4111111111111111".utf8)))
        #expect(secret != SecretBytes(utf8: "4111111111111112"))
        #expect(secret != SecretBytes(utf8: "5111111111111111"))
        #expect(secret != SecretBytes(utf8: "411111111111111"))
        #expect(SecretBytes([]) == SecretBytes([]))
    }

    @Test("Any collection of bytes can be taken, lying together or not")
    func collections() {
        let expected = Array("4111111111111111".utf8)
        #expect(bytes(of: SecretBytes(expected[0...])) == expected)
        #expect(bytes(of: SecretBytes(expected.reversed())) == expected.reversed())
        #expect(bytes(of: SecretBytes(expected.lazy.map { $0 })) == expected)
        #expect(expected.withUnsafeBytes { bytes(of: SecretBytes($0)) } == expected)
        #expect(SecretBytes("".utf8).isEmpty)
    }

    @Test("A filler may write less than it was lent, or throw")
    func filling() {
        struct Failed: Error, Equatable {}
        let filled = SecretBytes(capacity: 8) { buffer in
            buffer[0] = 7
            return 1
        }
        #expect(bytes(of: filled) == [7])
        #expect(throws: Failed()) { try SecretBytes(capacity: 8) { _ throws(Failed) -> Int in throw Failed() } }
        #expect(SecretBytes(capacity: 0) { _ in 0 }.isEmpty)
    }

    @Test("A filler that claims more than it was lent stops the process")
    func overfilling() async {
        await #expect(processExitsWith: .failure) { _ = SecretBytes(capacity: 8) { _ in 9 } }
        await #expect(processExitsWith: .failure) { _ = SecretBytes(capacity: 8) { _ in -1 } }
    }

    @Test("They are lent to whatever the lender answers or throws")
    func lending() throws {
        struct Failed: Error, Equatable {}
        #expect(secret.withUnsafeBytes { ($0.count, $0.first) } == (16, UInt8(ascii: "4")))
        #expect(throws: Failed()) { try secret.withUnsafeBytes { _ throws(Failed) -> Int in throw Failed() } }
        // Nothing else holds on to them while they are lent.
        #expect(SecretBytes(utf8: "5").withUnsafeBytes { Array($0) } == [UInt8(ascii: "5")])
    }

    @Test("A buffer collects pieces and becomes secret bytes")
    func buffer() {
        var buffer = SecretBuffer(minimumCapacity: 0)
        var expected: [UInt8] = []
        for round in 0..<200 {
            let piece = Array(repeating: UInt8(round), count: round % 37)
            piece.withUnsafeBytes { buffer.append($0) }
            buffer.append(UInt8(255 - round))
            expected += piece + [UInt8(255 - round)]
            #expect(buffer.count == expected.count)
        }
        #expect(buffer.withUnsafeBytes { Array($0) } == expected)
        #expect(bytes(of: buffer.finish()) == expected)
        #expect(SecretBuffer().finish().isEmpty)
    }
}
