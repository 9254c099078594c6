import TestSupport

/// Cases broken at random, the same way in every run.
enum Mutation {
    /// Bytes that mean something to a parser, and some that never should be there.
    private static let telling = Wire.bytes("\r\n :;,/?%&=*+-0159afAFxX\t\0\u{7F}\u{FF}\"[]@#")

    static func broken(_ original: [UInt8], _ dice: inout SeededRandom) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            let byte = telling.randomElement(using: &dice) ?? 0
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2 where bytes.count > 1: bytes.remove(at: place)
            case 3:
                let other = Area.all.randomElement(using: &dice)?.cases.randomElement(using: &dice)?.bytes ?? []
                bytes.insert(contentsOf: other[Int.random(in: 0..<other.count, using: &dice)...].prefix(40), at: place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...20, using: &dice)), at: place)
            }
        }
        return bytes
    }
}
