import CardTraces
import Testing

@testable import EMV

@Suite("Commands")
struct CommandTests {
    private func values(_ count: UInt8) throws -> DataObjectList.Values {
        try DataObjectList(decoding: [0x95, count]).values { _ in nil }
    }

    @Test func `Commands are written as the cards want them`() throws {
        #expect(hexText(CommandAPDU.selectDirectory.bytes) == "00A404000E325041592E5359532E444446303100")
        #expect(hexText(CommandAPDU.select(aid("A0000000031010")).bytes) == "00A4040007A000000003101000")
        #expect(hexText(CommandAPDU.select(aid("A000000003"), .next).bytes) == "00A4040205A00000000300")
        #expect(hexText(CommandAPDU.getProcessingOptions(.none).bytes) == "80A8000002830000")
        #expect(hexText(CommandAPDU.readRecord(.init(file: 3, number: 5)).bytes) == "00B2051C00")
        #expect(hexText(CommandAPDU.getResponse(0x1E).bytes) == "00C000001E")
    }

    @Test func `The list's values stand in template 83 with a length of their own`() throws {
        #expect(hexText(CommandAPDU.getProcessingOptions(try values(1)).bytes) == "80A80000038301 00 00".filter { $0 != " " })
        let long = CommandAPDU.getProcessingOptions(try values(127)).bytes
        #expect(Array(long.prefix(7)) == [0x80, 0xA8, 0x00, 0x00, 129, 0x83, 127])
        let longer = CommandAPDU.getProcessingOptions(try values(128)).bytes
        #expect(Array(longer.prefix(8)) == [0x80, 0xA8, 0x00, 0x00, 131, 0x83, 0x81, 128])
        let longest = CommandAPDU.getProcessingOptions(try values(252)).bytes
        #expect(longest.count == 5 + 255 + 1 && longest[4] == 255)
    }

    @Test func `Le is replaced and left out, not added`() {
        let command = CommandAPDU.readRecord(.init(file: 1, number: 1))
        #expect(hexText(command.expecting(0x4F).bytes) == "00B2010C4F")
        #expect(hexText(command.expecting(nil).bytes) == "00B2010C")
    }

    @Test func `Status words print as four digits`() {
        #expect(StatusWord.conditionsNotSatisfied.description == "6985")
        #expect(StatusWord(rawValue: 0x61).description == "0061")
    }
}
