/// A short command as a card takes it apart (ISO/IEC 7816-4, section 5.1).
struct ShortCommand: Hashable, Sendable {
    let commandClass: UInt8
    let instruction: UInt8
    let p1: UInt8
    let p2: UInt8
    let data: [UInt8]
    /// Le as sent, 0 for 256; nil when there is none.
    let expectedLength: UInt8?

    /// Nil when the bytes are no command, Lc does not fit, or the length is an extended one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        (commandClass, instruction, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
        let body = bytes.dropFirst(4)
        guard let first = body.first, body.count > 1 else {
            data = []
            expectedLength = body.first
            return
        }
        let rest = body.dropFirst()
        guard first > 0, rest.count == Int(first) || rest.count == Int(first) + 1 else { return nil }
        data = Array(rest.prefix(Int(first)))
        expectedLength = rest.count > data.count ? rest.last : nil
    }
}
