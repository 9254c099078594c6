import TestSupport
import Testing

@testable import HTTPServer

/// Requests broken at random, the same way in every run: whatever comes is read or refused, and the same however it was cut.
@Suite struct FuzzTests {

    /// Bytes that mean something to a parser, and some that never should be there.
    private static let telling = Array("\r\n :;,/?%&=*+-0159afAFxX\t\0\u{7F}\u{FF}\"[]@#".utf8)

    private static func broken(_ text: String, _ dice: inout SeededRandom) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            let byte = telling.randomElement(using: &dice) ?? 0
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2 where bytes.count > 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &dice)), at: place)
            }
        }
        return bytes
    }

    @Test("A broken request reads the same in one piece, in bytes and in three parts", arguments: Soak.seeds(8))
    func readsTheSame(_ seed: UInt64) {
        let limits = HTTPLimits(requestLineBytes: 60, headerSectionBytes: 100, headerFields: 5, bodyBytes: 64)
        var dice = SeededRandom(seed: seed)
        for round in 0..<250 {
            let bytes = Self.broken(SplitTests.texts[round % SplitTests.texts.count], &dice)
            let whole = WireReader.read([bytes[...]], limits: limits)
            let first = Int.random(in: 0...bytes.count, using: &dice)
            let second = Int.random(in: first...bytes.count, using: &dice)
            let parts = WireReader.read([bytes[..<first], bytes[first..<second], bytes[second...]], limits: limits)
            let single = WireReader.read(bytes.indices.map { bytes[$0...$0] }, limits: limits)
            #expect(parts == whole, "\(String(reflecting: String(decoding: bytes, as: UTF8.self))) cut at \(first) and \(second)")
            #expect(single == whole, "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))")
        }
    }
}
