import Testing

@testable import Sandbox

/// Bytes in hexadecimal, spaces as one likes.
private func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension VirtualCardBehaviour {
    /// The answer to a command, in hexadecimal; empty for any other reaction.
    fileprivate mutating func answer(_ command: String) -> String {
        guard case .answer(let bytes) = react(to: hex(command)) else { return "" }
        return bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// The status word of the answer to a command.
    fileprivate mutating func status(_ command: String) -> String { String(answer(command).suffix(4)) }
}

@Suite("The rules a virtual card keeps to, as a real one does")
struct VirtualCardRuleTests {
    private let directory = "00A404000E325041592E5359532E444446303100"
    private let mastercard = "00A4040007A000000004101000"
    private let visa = "00A4040007A000000003101000"
    /// With the qualifiers of a shop's terminal and zeros else.
    private let visaOptions = "80A8000026 8324 33804000" + String(repeating: "00", count: 32) + "00"
    private let noOptions = "80A8000002830000"

    @Test("Commands out of their order are refused: options need a SELECT each time, records need options")
    func order() {
        var card = CardProfile.mastercard.card()
        #expect(card.status(noOptions) == "6985")
        #expect(card.status("00B2011400") == "6985")
        #expect(card.status(directory) == "9000")
        #expect(card.status(noOptions) == "6985")
        #expect(card.status(mastercard) == "9000")
        #expect(card.status("00B2011400") == "6985")
        #expect(card.status(noOptions) == "9000")
        #expect(card.status("00B2011400") == "9000")
        #expect(card.status(noOptions) == "6985")
        #expect(card.status("00B2011400") == "9000")
        #expect(card.status(mastercard) == "9000")
        #expect(card.status("00B2011400") == "6985")
    }

    @Test("Without power a card forgets what was selected, not how many payments there were")
    func power() {
        var card = CardProfile.mastercard.card()
        _ = card.answer(mastercard)
        #expect(card.answer(noOptions).contains("9F36020001"))
        card.reset()
        #expect(card.status("00B2011400") == "6985")
        #expect(card.status(noOptions) == "6985")
        _ = card.answer(mastercard)
        #expect(card.answer(noOptions).contains("9F36020002"))
    }

    @Test(
        "A wrong command has its own answer",
        arguments: [
            ("", "6700"), ("00", "6700"), ("00A404", "6700"), ("00A4040007A0000000041010 00 00", "6700"), ("00A4040008A000000004101000", "6A82"),
            // No Le, a wrong one.
            ("00A4040007A0000000041010", "6700"), ("00A4040007A0000000041010F8", "6700"),
            ("00A4000007A000000004101000", "6A86"), ("00A4040107A000000004101000", "6A86"), ("00A4040007A000000003101000", "6A82"),
            ("00A4040004A000000000", "6A82"), ("00A4040000", "6A82"), ("00A404000E315041592E5359532E444446303100", "6A82"),
            ("80A4040007A000000004101000", "6E00"), ("00A8000002830000", "6E00"), ("90A4040007A000000004101000", "6E00"),
            ("0020008000", "6D00"), ("80AE800000", "6D00"), ("00C0000010", "6985"),
        ])
    func wrongCommands(command: String, status: String) {
        var card = CardProfile.mastercard.card()
        #expect(card.status(command) == status)
    }

    @Test(
        "Once it is open a card still refuses records that it does not have, and commands that make no sense",
        arguments: [
            ("00B2021400", "6A83"), ("00B2001400", "6A83"), ("00B2012C00", "6A82"), ("00B2011500", "6A86"), ("00B20114020102", "6700"),
            ("00B20114", "6700"), ("00B201140000", "6700"),
        ])
    func wrongRecords(command: String, status: String) {
        var card = CardProfile.mastercard.card()
        _ = card.answer(mastercard)
        _ = card.answer(noOptions)
        #expect(card.status(command) == status)
    }

    @Test("Processing options want exactly what was asked for")
    func askedObjects() {
        var card = CardProfile.visa.card()
        #expect(card.answer(visa).contains("9F381A9F66049F02069F03069F1A0295055F2A029A039C019F37049A03"))
        #expect(card.status(noOptions) == "6700")
        #expect(card.status("80A8000025 8323 33804000" + String(repeating: "00", count: 31) + "00") == "6700")
        #expect(card.status("80A8000026 8224 33804000" + String(repeating: "00", count: 32) + "00") == "6A80")
        #expect(card.status("80A8000026 8323 33804000" + String(repeating: "00", count: 32) + "00") == "6A80")
        // None of these has used up the SELECT: the card carried out nothing.
        #expect(card.status(visaOptions) == "9000")
    }

    @Test("Visa's card tells by the qualifiers what it shows")
    func qualifiers() {
        func options(_ qualifiers: String) -> String {
            var card = CardProfile.visa.card()
            _ = card.answer(visa)
            return card.answer("80A8000026 8324 \(qualifiers)" + String(repeating: "00", count: 32) + "00")
        }
        #expect(options("27000000").contains("940410010100"))
        #expect(!options("80000000").contains("940410010100"))
        #expect(options("80000000").contains("57114111111111111111D3912"))
        #expect(options("00000000") == "6985")
        #expect(options("08000000") == "6985")
    }

    @Test("Amex's card wants to know the terminal")
    func capabilities() {
        func options(_ values: String) -> String {
            var card = CardProfile.amex.card()
            _ = card.answer("00A4040008A00000002501080100")
            return card.answer("80A8000007 8305 \(values) 00")
        }
        #expect(options("00 D8E00000") == "6985")
        #expect(options("22 00000000") == "6985")
        #expect(options("22 D8E00000") == "80061980080102009000")
    }

    @Test("The beginning of a name selects the first application that has it, and the next one on demand")
    func partialNames() {
        var first = VirtualApplication.visa(CardAccount("4111111111111111"))
        var second = first
        first.label = "ONE"
        second.label = "TWO"
        second.name += [0x01]
        var card = VirtualCard(first, second)
        #expect(card.answer("00A4040005A00000000300").contains("50034F4E45"))
        #expect(card.answer("00A4040205A00000000300").contains("500354574F"))
        #expect(card.status("00A4040205A00000000300") == "6A82")
        card.reset()
        #expect(card.status("00A4040205A00000000300") == "6A82")
    }

    @Test("A blocked card and a blocked application refuse, each in its own way")
    func blocked() {
        var card = CardProfile.blocked.card()
        for command in [directory, visa] { #expect(card.answer(command) == "6A81") }
        card = CardProfile.applicationBlocked.card()
        #expect(card.status(directory) == "9000")
        #expect(card.answer(mastercard).hasPrefix("6F"))
        #expect(card.status(mastercard) == "6283")
        #expect(card.status(noOptions) == "6985")
    }

    @Test("By GET RESPONSE an answer comes in parts, once, and only as much as waits")
    func getResponse() {
        var whole = CardProfile.visa.card()
        var card = CardProfile.getResponse.card()
        let expected = whole.answer(visa)
        #expect(card.answer(visa) == "6140")
        #expect(card.answer("00C0000041") == "6C40")
        let first = card.answer("00C0000040")
        let rest = expected.count / 2 - 2 - 64
        #expect(first.hasSuffix(String(waiting: rest)))
        let second = card.answer("00C00000" + String(waiting: rest).suffix(2))
        #expect(first.dropLast(4) + second == expected)
        #expect(card.answer("00C0000001") == "6985")
        #expect(card.answer(visa) == "6140")
        #expect(card.answer("80C0000040") == "6E00")
        // Another command than GET RESPONSE gives up what waits.
        #expect(card.status("0020008000") == "6D00")
        #expect(card.answer("00C0000040") == "6985")
    }

    @Test("A card that wants the exact length carries out nothing before it has it")
    func exactLength() {
        var whole = CardProfile.visa.card()
        var card = CardProfile.wrongLength.card()
        let length = String(whole.answer(visa).count / 2 - 2, radix: 16, uppercase: true)
        #expect(card.answer(visa) == "6C" + length)
        #expect(card.answer(String(visa.dropLast(2)) + length) == whole.answer(visa))
        let wrong = card.answer(visaOptions)
        #expect(wrong.hasPrefix("6C"))
        #expect(card.answer(String(visaOptions.dropLast(2)) + wrong.suffix(2)).contains("9F36020001"))
    }

    @Test("Objects are written as BER-TLV has them")
    func objects() {
        #expect(DataObject.value(tag: 0x9F38, []).encoded == hex("9F3800"))
        #expect(DataObject.value(tag: 0x90, [UInt8](repeating: 1, count: 0x7F)).encoded.prefix(2) == [0x90, 0x7F])
        #expect(DataObject.value(tag: 0x90, [UInt8](repeating: 1, count: 0x80)).encoded.prefix(3) == [0x90, 0x81, 0x80])
        #expect(DataObject.value(tag: 0x90, [UInt8](repeating: 1, count: 0x100)).encoded.prefix(4) == [0x90, 0x82, 0x01, 0x00])
        #expect(DataObject.template(tag: 0xBF0C, [.text(tag: 0x50, "A"), .value(tag: 0x87, [1])]).encoded == hex("BF0C06 500141 870101"))
        #expect(CardAccount("4111111111111111").expirationObject.encoded == hex("5F2403391231"))
        #expect(CardAccount("378282246310005", expiryMonth: 2).expirationObject.encoded == hex("5F2403390228"))
        #expect(CardAccount("378282246310005").numberObject.encoded == hex("5A08378282246310005F"))
        #expect(CardAccount("6205500000000000004").numberObject.encoded == hex("5A0A6205500000000000004F"))
        #expect(CardAccount("378282246310005").track2Object().encoded == hex("5711 378282246310005D 3912 2010000000000F"))
    }

    @Test("No answer is longer than a short command can fetch")
    func lengths() {
        for profile in CardProfile.allCases where profile != .malformed {
            let files = [1, 2, 3].flatMap { file in (1...2).map { (file << 3 | 4, $0) } }
            for name in [visa, mastercard, "00A4040008A00000002501080100", "00A4040007A000000065101000", "00A4040007A000000602101000"] {
                var card = profile.card(failingAfter: 100)
                _ = card.answer(name)
                _ = card.answer(noOptions)
                for (file, number) in files {
                    let command: [UInt8] = [0x00, 0xB2, UInt8(number), UInt8(file), 0x00]
                    guard case .answer(let bytes) = card.react(to: command) else { continue }
                    #expect(bytes.count <= 258)
                }
            }
        }
    }
}

extension String {
    /// 61 and a count.
    fileprivate init(waiting count: Int) {
        self = "61" + (count < 0x10 ? "0" : "") + String(count, radix: 16, uppercase: true)
    }
}
