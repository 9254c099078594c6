import CardTraces
import Testing

@testable import EMV

@Suite("Processing options data object list")
struct DataObjectListTests {
    private func filled(_ list: String, for network: ApplicationNetwork? = nil) throws -> String {
        let terminal = TerminalProfile.test()
        let values = try DataObjectList(decoding: hex(list)).values {
            terminal.value($0, for: network, qualifiers: .usual, unpredictableNumber: 0x1234_5678)
        }
        return hexText(values.bytes)
    }

    @Test func `A Visa list is filled in its order`() throws {
        let expected = [
            "33804000", "000000000100", "000000000000", "0360", "0000000000", "0360", "261130", "00", "12345678",
        ]
        #expect(try filled(hexText(visaList)) == expected.joined())
    }

    @Test func `A tag that is asked for twice is told twice`() throws {
        let list = "9F66049F02069F03069F1A0295055F2A029A039C019F37049A03"
        #expect(try filled(list).utf8.count == 36 * 2)
        #expect(try filled("9A03 9A03") == "261130261130")
    }

    @Test func `What nobody knows is zeros of the length asked for`() throws {
        #expect(try filled("DF6002 9F7A01 9F2A08 61 03") == String(repeating: "00", count: 14))
    }

    @Test func `What no object can be as long as is zeros`() throws {
        #expect(try filled("9F027F") == String(repeating: "00", count: 127 - 6) + "000000000100")
        #expect(try filled("9F0280") == String(repeating: "00", count: 128))
    }

    @Test(
        arguments: [
            ("9F0208", "0000000000000100"), ("9F0203", "000100"), ("5F2A03", "000360"), ("9A02", "1130"), ("9F3702", "1234"),
            ("9F3706", "123456780000"),
            ("9F2103", "140509"), ("9F3501", "22"), ("9F1502", "5999"), ("9F1C08", "3030303030303031"), ("9F1C03", "303030"), ("9F3303", "E0F0C8"),
            ("9F4005", "6000F0A001"), ("9F4E04", "00000000"), ("9F0200", ""),
        ])
    func `Numbers give way at the left, bits and characters at the right`(list: String, expected: String) throws {
        #expect(try filled(list) == expected)
    }

    @Test func `Tags of a network's own are told to that network only`() throws {
        #expect(try filled("9F6E04 9F6D01", for: .amex) == "D8E00000C0")
        #expect(try filled("9F6E04 9F6D01", for: .visa) == "0000000000")
        #expect(try filled("9F5801 9F5903 9F5A01", for: .interac) == "01C0800000")
        #expect(try filled("9F5801", for: .unionPay) == "00")
    }

    @Test func `A list that asks for more than a command carries is refused`() throws {
        #expect(throws: DataObjectList.Fault.tooLong) { try DataObjectList(decoding: hex("9C7C9C7C9C7C")) }
        #expect(throws: DataObjectList.Fault.tooLong) { try DataObjectList(decoding: hex("9CFD")) }
        #expect(try DataObjectList(decoding: hex("9CFC")).values { _ in nil }.bytes.count == 252)
    }

    @Test(arguments: [("9F66 04 9F", 3), ("9F66", 0), ("9F", 0)])
    func `A list that ends too soon is refused with the place`(list: String, offset: Int) {
        #expect(throws: DataObjectList.Fault.malformed(TLVError(kind: .truncated, offset: offset))) { try DataObjectList(decoding: hex(list)) }
    }
}
