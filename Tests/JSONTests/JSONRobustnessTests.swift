import JSON
import Secrets
import TestSupport
import Testing

@Suite("No input traps")
struct JSONRobustnessTests {
    static let sample = Array(
        #"""
        {"event": "payment.success", "data": {"transactionId": "TXN-\u0030\u0031\uD83D\uDE00", "amount": 10000.00e-1, "n\"": [-0.5E+2, [], {}, [{}]],
         "name": "Siti – é😀\\", "ok": true, "no": false, "nil": null}, "signature": "a1b2c3"}
        """#.utf8)

    @Test("Every prefix of a document is cut short, and says so at its end")
    func prefixes() {
        #expect(failure(parsing: Self.sample) == nil)
        for length in 1..<Self.sample.count {
            let error = failure(parsing: Array(Self.sample[..<length]))
            #expect(error?.kind == .cutShort, "after \(length) bytes")
            #expect(error?.offset == length)
        }
    }

    @Test("Every single byte replaced by every interesting one is read or refused within the bytes")
    func replacements() {
        let interesting: [UInt8] = Array("{}[]\",:\\u0e.-/ \n\0".utf8) + [0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF0, 0xF4, 0xFF]
        for index in Self.sample.indices {
            for byte in interesting {
                var bytes = Self.sample
                bytes[index] = byte
                exercise(bytes)
            }
        }
    }

    @Test("Five thousand seeded mutations", arguments: Soak.seeds(4))
    func mutations(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<5000 {
            var bytes = Self.sample
            for _ in 0..<Int.random(in: 1...6, using: &generator) { mutate(&bytes, &generator) }
            exercise(bytes)
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededRandom) {
        guard let index = bytes.indices.randomElement(using: &generator) else { return }
        let other = Int.random(in: index...min(index + 20, bytes.count), using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(Self.sample.randomElement(using: &generator) ?? 0, at: index)
        case 3: bytes.removeSubrange(index..<other)
        default: bytes.insert(contentsOf: bytes[index..<other], at: index)
        }
    }

    /// Reads what can be read, through every accessor, and checks what holds for any input.
    private func exercise(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes) else {
            if let error = failure(parsing: bytes) { #expect((0...bytes.count).contains(error.offset)) }
            return
        }
        visit(document.root, in: bytes)
        let minified = document.root.minified()
        #expect((try? JSONDocument(parsing: minified))?.root.minified() == minified)
    }

    private func visit(_ value: JSONValue, in bytes: [UInt8]) {
        #expect(value.rawBytes == Array(bytes[value.byteRange]))
        _ = value.hasDuplicateNames
        _ = value.integer
        _ = value.numberText
        if let text = value.string {
            #expect(value.isString(text))
            #expect(value.secretString == SecretBytes(utf8: text))
        }
        for member in value.members {
            visit(member.name, in: bytes)
            visit(member.value, in: bytes)
            if let name = member.name.string { #expect(!value.values(named: name).isEmpty) }
        }
        for element in value.elements { visit(element, in: bytes) }
    }
}
