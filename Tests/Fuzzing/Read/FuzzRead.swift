import EMV
import Secrets

/// A whole read of a card whose answers are the input. Its first byte says which networks the merchant prefers; then come the answers, each after its
/// length in one byte, or in two after `FF`. For the marks that are no length see `FuzzedCard`; at the end of the input the card leaves.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let wishes = input.first else { return 0 }
    let networks: [ApplicationNetwork] = [.gpn, .visa, .mastercard, .unionPay]
    let preferred = networks.indices.filter { wishes & 1 << $0 != 0 }.map { networks[$0] }
    let card = FuzzedCard(answers: input.dropFirst())
    let terminal = TerminalProfile(time: .init(year: 2026, month: 11, day: 30, hour: 14, minute: 5, second: 9)) { 0x1234_5678 }
    let outcome = CardReader(terminal: terminal, preferredNetworks: preferred).read(card) { card.stopReason() }
    card.check(outcome.tally)
    switch outcome.result {
    case .success(let read):
        precondition(card.end == nil && outcome.payerMessage == nil)
        check(read, card)
    case .failure(let failure):
        precondition([.removed, .readerLost, .cancelled, .timedOut].contains(failure) ? card.end == failure : card.end == nil)
        precondition((outcome.payerMessage == nil) == [.readerLost, .cancelled, .timedOut].contains(failure))
    }
    return 0
}

private func check(_ read: ChipCard, _ card: FuzzedCard) {
    let digits = read.number.withUnsafeBytes { [UInt8]($0) }
    precondition((8...19).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) })
    precondition(card.told(digits), "a number is the card's and never made up")
    if let expiration = read.expiration { precondition((1...12).contains(expiration.month) && (2000...2099).contains(expiration.year)) }
    if let number = read.sequenceNumber { precondition((0...99).contains(number)) }
    if let name = read.holderName {
        // 45 characters of three bytes.
        precondition((1...135).contains(name.count))
        name.withUnsafeBytes { bytes in
            precondition(String(validating: bytes, as: UTF8.self) != nil && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            precondition(bytes.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }, "a blank name is none")
        }
    }
    for text in [read.application.label, read.application.preferredName] { precondition(text?.isEmpty != true) }
    read.wipe()
    precondition(read.number.isEmpty && read.holderName?.isEmpty != false)
}

/// A card that answers whatever comes, and looks at each command.
private final class FuzzedCard: CardChannel {
    private var rest: ArraySlice<UInt8>
    private var commands = 0
    private var processingOptions = 0
    private var records = 0
    private var data: [UInt8] = []
    /// Why there can be no further command.
    private(set) var end: ReadFailure?

    init(answers: ArraySlice<UInt8>) {
        rest = answers
    }

    func stopReason() -> StopReason? {
        switch rest.first {
        case 0xFB:
            end = .timedOut
            return .timedOut
        case 0xFC:
            end = .cancelled
            return .cancelled
        default: return nil
        }
    }

    func transmit(_ command: [UInt8]) throws(CardChannelError) -> [UInt8] {
        precondition(end == nil, "whoever is gone is not asked again")
        commands += 1
        check(command)
        switch rest.popFirst() {
        case nil, 0xFE:
            end = .removed
            throw .cardRemoved
        case 0xFD:
            end = .readerLost
            throw .readerLost
        case 0xFF:
            let length = Int(rest.popFirst() ?? 0) << 8 | Int(rest.popFirst() ?? 0)
            return answer(length)
        case let length?: return answer(Int(length))
        }
    }

    private func answer(_ length: Int) -> [UInt8] {
        let answer = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        if answer.count < 2 { end = .removed }
        data += answer.dropLast(2)
        return answer
    }

    private func check(_ command: [UInt8]) {
        precondition((4...261).contains(command.count))
        // Nothing, Le, data, or data and Le.
        precondition(command.count <= 5 || command.count - 5 == Int(command[4]) || command.count - 6 == Int(command[4]))
        switch command[1] {
        case 0xA4:
            precondition(command[0] == 0x00 && command[2] == 0x04 && [0x00, 0x02].contains(command[3]) && (5...16).contains(command[4]))
        case 0xA8:
            processingOptions += 1
            let header = command[6] == 0x81 ? 3 : 2
            precondition(command[0] == 0x80 && command[5] == 0x83 && Int(command[4 + header]) + header == Int(command[4]))
        case 0xB2:
            records += 1
            precondition(command[0] == 0x00 && command[2] >= 1 && command[3] & 0x07 == 0x04 && (1...30).contains(command[3] >> 3))
        case 0xC0: precondition([0x00, 0x80].contains(command[0]) && command.count == 5)
        default: preconditionFailure("a command that may change the card")
        }
    }

    func check(_ tally: ReadTally) {
        precondition(commands <= 120 && processingOptions <= 10)
        precondition(tally.commands == commands && tally.processingOptions == processingOptions && tally.records == records)
    }

    /// Whether the digits stand in the answers, packed or as characters.
    func told(_ digits: [UInt8]) -> Bool {
        let nibbles = data.flatMap { [$0 >> 4 | 0x30, $0 & 0x0F | 0x30] }
        return nibbles.firstRange(of: digits) != nil || data.firstRange(of: digits) != nil
    }
}
